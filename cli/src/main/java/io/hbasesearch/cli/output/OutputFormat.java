/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

/** The format of results on stdout. */
public enum OutputFormat {
    /** Aligned columns for people. */
    TABLE,
    /** One JSON value. */
    JSON,
    /** One JSON object on each line. */
    NDJSON,
    /** RFC 4180, with a header. */
    CSV;

    /** Returns whether a program reads the output: errors and progress become JSON too, and hints are silent. */
    public boolean isJson() {
        return this == JSON || this == NDJSON;
    }
}
