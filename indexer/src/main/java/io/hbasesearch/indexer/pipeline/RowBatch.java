/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A batch of rows on its way to be read, in parts: a part that cannot be read is halved, down to single rows, and stands
 * behind the others, so that rows too large to be read together get through and one bad row holds up no other. For one
 * thread.
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

    /** The part to read now. */
    List<RowWork> first() {
        return parts.getFirst().rows();
    }

    /** Leaves no more rows than these in the part to read now; the others are the next part. */
    void limitFirst(int most) {
        Part part = parts.getFirst();
        if (part.rows().size() > most) {
            parts.removeFirst();
            parts.addFirst(new Part(part.rows().subList(most, part.rows().size()), part.failures()));
            parts.addFirst(new Part(part.rows().subList(0, most), part.failures()));
        }
    }

    /** Somebody else has taken over the first part. */
    void handedOver() {
        parts.removeFirst();
    }

    /** The first part could not be read. A time-out says at once that it was too much; others may say nothing about it. */
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

    /** What nobody has taken over. */
    List<RowWork> remaining() {
        return parts.stream().flatMap(part -> part.rows().stream()).toList();
    }
}
