/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.util.List;

/** The gateway as the quickstart asks it. Safe for use by several threads. */
interface Searches {
    /** @param query in the gateway's grammar */
    Answer search(String index, String query);

    /** How many rows a search can find. */
    long documents(String index);

    /**
     * @param total documents that match, as the index counts them
     * @param keys of the rows that were found and still exist, as text
     */
    record Answer(long total, List<String> keys) {
        public Answer {
            keys = List.copyOf(keys);
        }
    }
}
