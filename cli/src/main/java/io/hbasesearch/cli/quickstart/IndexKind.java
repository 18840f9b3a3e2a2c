/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.util.Locale;

/** The index backend of the quickstart. */
public enum IndexKind {
    LUCENE,
    ELASTICSEARCH;

    /** Returns the name on the command line and in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
