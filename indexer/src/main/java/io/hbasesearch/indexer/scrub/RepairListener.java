/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.indexer.verify.Difference;

/** Receives the findings and actions of a repair. Called by one thread at a time. */
interface RepairListener {
    /** Reports that this many more rows of the table were compared. */
    void compared(long rows);

    /**
     * Reports a difference that counts.
     *
     * @return whether its row is to be announced
     */
    boolean differs(Difference difference);

    /** Reports that this many more rows differed at every check, but without a result: the index did not have the events of that time. */
    void undecided(long rows);

    /** Reports that this many more rows were announced to be read again, durably. */
    void announced(long rows);

    /** Returns a listener that does nothing. */
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
