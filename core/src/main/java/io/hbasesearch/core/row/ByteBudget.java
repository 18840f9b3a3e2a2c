/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Limits the bytes of rows in one answer. Rows are read in batches, so the bytes that are read are bounded too, as far as rows are as
 * large as those before them. For one thread.
 */
public final class ByteBudget {
    private final long most;
    private final RowSizeEstimator usual;
    private long spent;
    private boolean isBegun;
    private boolean isFull;

    /** @param usual estimates the size of rows, and is updated */
    public ByteBudget(long most, RowSizeEstimator usual) {
        this.most = most;
        this.usual = usual;
    }

    public long most() {
        return most;
    }

    /** Tells if nothing more fits. */
    public boolean isFull() {
        return isFull || (isBegun && spent >= most);
    }

    /** The rows that were read.
     *
     * @param rows the first requested ones: all of them, unless the budget is full or a later read failed
     * @param failure of a later batch; the earlier batches are not lost
     */
    public record Taken<R>(List<R> rows, Optional<RuntimeException> failure) {
        public Taken {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Reads the requested rows that fit, and the very first row in any case, because paging would not end otherwise.
     *
     * @param read returns a row for each requested one, in order, or for the first of them; none if there is no room for more. Its exception
     *     for the first batch is thrown here
     */
    public <T, R> Taken<R> take(List<T> wanted, Function<List<T>, List<R>> read, ToLongFunction<R> bytes) {
        List<R> taken = new ArrayList<>();
        while (taken.size() < wanted.size() && !isFull()) {
            int from = taken.size();
            int rows = usual.rowsIn(most - spent, wanted.size() - from);
            List<R> some;
            try {
                some = read.apply(wanted.subList(from, from + rows));
            } catch (RuntimeException e) {
                if (taken.isEmpty()) {
                    throw e;
                }
                return new Taken<>(taken, Optional.of(e));
            }
            if (some.isEmpty()) {
                isFull = true;
                break;
            }
            usual.learn(some.size(), some.stream().mapToLong(bytes).sum());
            for (R row : some) {
                if (!fits(bytes.applyAsLong(row))) {
                    break;
                }
                taken.add(row);
            }
        }
        return new Taken<>(taken, Optional.empty());
    }

    private boolean fits(long bytes) {
        isFull |= isBegun && bytes > most - spent;
        if (!isFull) {
            isBegun = true;
            spent += bytes;
        }
        return !isFull;
    }
}
