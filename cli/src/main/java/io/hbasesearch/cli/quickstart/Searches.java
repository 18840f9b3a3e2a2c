/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.util.List;

/** The quickstart's access to the gateway. Safe for use by several threads. */
interface Searches {
    /** @param query in the gateway's grammar */
    Answer search(String index, String query);

    /** Returns the number of rows that searches can find. */
    long documents(String index);

    /**
     * The answer to a search.
     *
     * @param total the number of matching documents in the index
     * @param keys of the found rows that still exist, as text
     */
    record Answer(long total, List<String> keys) {
        public Answer {
            keys = List.copyOf(keys);
        }
    }
}
