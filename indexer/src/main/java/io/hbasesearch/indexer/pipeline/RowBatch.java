/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A batch of rows to read, in parts. A part that cannot be read is halved, down to single rows, and moved to the end of the queue.
 * So rows that are too large to be read together get through, and one bad row delays no other. For one thread.
 */
final class RowBatch {
    private static final int FAILURES_BEFORE_HALVING = 3;

    private final Deque<Part> parts = new ArrayDeque<>();

    RowBatch(List<RowWork> rows) {
        if (!rows.isEmpty()) {
            parts.add(new Part(List.copyOf(rows), 0));
        }
    }

    private record Part(List<RowWork> rows, int failures) {}

    boolean isDone() {
        return parts.isEmpty();
    }

    /** Returns the part to read now. */
    List<RowWork> first() {
        return parts.getFirst().rows();
    }

    /** Reduces the part to read now to this many rows; the others become the next part. */
    void limitFirst(int most) {
        Part part = parts.getFirst();
        if (part.rows().size() > most) {
            parts.removeFirst();
            parts.addFirst(new Part(part.rows().subList(most, part.rows().size()), part.failures()));
            parts.addFirst(new Part(part.rows().subList(0, most), part.failures()));
        }
    }

    /** Removes the first part, which another owner has taken over. */
    void handedOver() {
        parts.removeFirst();
    }

    /**
     * Records that the first part could not be read. A timeout means at once that it was too large; other failures need not have to
     * do with its size.
     */
    void failed(HBaseSearchException failure) {
        Part part = parts.removeFirst();
        List<RowWork> rows = part.rows();
        int failures = part.failures() + 1;
        boolean tooMuch = failure.code() == ErrorCode.TIMED_OUT || failures >= FAILURES_BEFORE_HALVING;
        if (rows.size() == 1 || !tooMuch) {
            parts.addLast(new Part(rows, failures));
        } else {
            int half = rows.size() / 2;
            parts.addLast(new Part(rows.subList(0, half), 0));
            parts.addLast(new Part(rows.subList(half, rows.size()), 0));
        }
    }

    /** Returns the rows that have not been handed over. */
    List<RowWork> remaining() {
        return parts.stream().flatMap(part -> part.rows().stream()).toList();
    }
}
