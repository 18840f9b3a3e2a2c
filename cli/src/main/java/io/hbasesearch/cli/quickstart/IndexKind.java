/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.util.Locale;

/** Where the quickstart keeps its documents. */
public enum IndexKind {
    LUCENE,
    ELASTICSEARCH;

    /** As it stands on the command line and in the configuration. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
