/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks again at rows that differed: a write may have been on its way. A row is compared afresh, both sides, after it was
 * left alone for a while, a few times; only then does its difference count. Bounded; for one thread.
 */
final class Rechecks {
    private static final int BATCH = 100;

    private final VerifyOptions options;
    private final Tally tally;
    private final Function<List<RowKey>, List<Row>> readRows;
    private final Function<Row, Optional<Difference>> compare;
    private final Deque<Entry> waiting = new ArrayDeque<>();

    private record Entry(Difference difference, int attempts, long dueNanos) {}

    /** @param compare the row with its document as they are now */
    Rechecks(
            VerifyOptions options,
            Tally tally,
            Function<List<RowKey>, List<Row>> readRows,
            Function<Row, Optional<Difference>> compare) {
        this.options = options;
        this.tally = tally;
        this.readRows = readRows;
        this.compare = compare;
    }

    /** Takes a difference that was just seen. */
    void add(Difference difference) {
        if (options.attempts() == 0 || waiting.size() >= options.rechecks()) {
            tally.unconfirmed++;
            tally.count(difference);
        } else {
            waiting.add(new Entry(
                    difference, 0, System.nanoTime() + options.settle().toNanos()));
        }
    }

    /** Looks at what is due, without waiting. */
    void work() {
        List<Entry> due = takeDue();
        if (!due.isEmpty()) {
            recheck(due);
        }
    }

    /** How long until something is due; empty if nothing waits. */
    Optional<Duration> nextDue() {
        Entry first = waiting.peek();
        return first == null
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, first.dueNanos() - System.nanoTime())));
    }

    private List<Entry> takeDue() {
        List<Entry> due = new ArrayList<>();
        for (@Nullable Entry first = waiting.peek();
                first != null && due.size() < BATCH && first.dueNanos() - System.nanoTime() <= 0;
                first = waiting.peek()) {
            due.add(waiting.remove());
        }
        return due;
    }

    private void recheck(List<Entry> entries) {
        List<Row> rows = readRows.apply(
                entries.stream().map(entry -> entry.difference().row()).toList());
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            Optional<Difference> now = compare.apply(rows.get(i));
            if (now.isEmpty()) {
                tally.settled++;
            } else if (entry.attempts() + 1 >= options.attempts()) {
                tally.count(now.get());
            } else {
                waiting.add(new Entry(
                        now.get(),
                        entry.attempts() + 1,
                        System.nanoTime() + options.settle().toNanos()));
            }
        }
    }
}
