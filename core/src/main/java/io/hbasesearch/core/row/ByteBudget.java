/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * How many bytes of rows one answer may have. What is read is bounded too, as far as rows are as large as those before them: it is
 * read batch by batch. For one thread.
 */
public final class ByteBudget {
    private final long most;
    private final RowSizeEstimator usual;
    private long spent;
    private boolean isBegun;
    private boolean isFull;

    /** @param usual what is known of the rows, and learns more */
    public ByteBudget(long most, RowSizeEstimator usual) {
        this.most = most;
        this.usual = usual;
    }

    public long most() {
        return most;
    }

    /** Whether nothing more fits. */
    public boolean isFull() {
        return isFull || (isBegun && spent >= most);
    }

    /**
     * What was read.
     *
     * @param rows of the first ones that are wanted: all of them, unless the budget is then full or reading failed behind them
     * @param failure of a later batch; those before it are not lost with it
     */
    public record Taken<R>(List<R> rows, Optional<RuntimeException> failure) {
        public Taken {
            rows = List.copyOf(rows);
        }
    }

    /**
     * Reads what fits of what is wanted, and the very first row in any case, as there would be no end otherwise.
     *
     * @param read gives a row for each that it is asked for, in order; what it throws of the first batch is thrown here
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
