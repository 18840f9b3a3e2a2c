/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.indexer.verify.Difference;

/** Hears of what a repair finds and does. Called by one thread at a time. */
interface RepairListener {
    /** So many more rows of the table were compared. */
    void compared(long rows);

    /**
     * A difference that counts.
     *
     * @return whether its row is to be announced
     */
    boolean differs(Difference difference);

    /** So many more rows differed at every look, but the index had not got the events of that time: nothing is known of them. */
    void undecided(long rows);

    /** So many more rows were announced to be read again, durably. */
    void announced(long rows);

    /** Who does not want to know. */
    static RepairListener none() {
        return new RepairListener() {
            @Override
            public void compared(long rows) {}

            @Override
            public boolean differs(Difference difference) {
                return true;
            }

            @Override
            public void undecided(long rows) {}

            @Override
            public void announced(long rows) {}
        };
    }
}
