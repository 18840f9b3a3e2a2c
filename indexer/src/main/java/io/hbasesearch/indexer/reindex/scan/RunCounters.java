/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.indexer.reindex.Counts;
import java.util.concurrent.atomic.LongAdder;

/** Counts while a run is in progress. Safe for use by several threads. */
final class RunCounters {
    private final Counts before;
    final LongAdder rows = new LongAdder();
    final LongAdder bytes = new LongAdder();
    final LongAdder written = new LongAdder();
    final LongAdder superseded = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder touched = new LongAdder();
    final LongAdder placeless = new LongAdder();

    /** @param before the counts of the run's earlier starts */
    RunCounters(Counts before) {
        this.before = before;
    }

    Counts counts() {
        return before.plus(new Counts(
                rows.sum(),
                bytes.sum(),
                written.sum(),
                superseded.sum(),
                failed.sum(),
                touched.sum(),
                placeless.sum()));
    }
}
