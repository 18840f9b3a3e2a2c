/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.indexer.verify.Difference;

/** Hears of what a repair finds and does. Called by one thread at a time. */
interface RepairListener {
    /** So many more rows of the table were compared. */
    void compared(long rows);

    /** A difference that counts. */
    void differs(Difference difference);

    /** So many more rows were announced to be read again, durably. */
    void announced(long rows);

    /** Who does not want to know. */
    static RepairListener none() {
        return new RepairListener() {
            @Override
            public void compared(long rows) {}

            @Override
            public void differs(Difference difference) {}

            @Override
            public void announced(long rows) {}
        };
    }
}
