/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Remembers what it was asked to compare; may be held up, and may fail. Safe for use by several threads. */
final class FakeRepair implements RangeRepair {
    final List<KeyRange> begun = new CopyOnWriteArrayList<>();
    final List<KeyRange> done = new CopyOnWriteArrayList<>();
    final List<RowKey> wantedRows = new CopyOnWriteArrayList<>();

    /** Of each piece the wanted ones are remembered. */
    volatile List<RowKey> rows = List.of();

    volatile Function<KeyRange, List<KeyRange>> division = List::of;

    /** Asked before each piece; throws what it returns, unless that is null. */
    volatile Supplier<HBaseSearchException> failures = () -> null;

    /** Nothing is done before it opens. */
    volatile CountDownLatch gate = new CountDownLatch(0);

    @Override
    public List<Piece> pieces(KeyRange range) {
        return division.apply(range).stream().map(Piece::new).toList();
    }

    @Override
    public void repair(Piece piece, Predicate<RowKey> wanted, BooleanSupplier cancelled) {
        begun.add(piece.left());
        HBaseSearchException failure = failures.get();
        if (failure != null) {
            throw failure;
        }
        while (!isOpen()) {
            if (cancelled.getAsBoolean()) {
                return;
            }
        }
        rows.stream().filter(wanted).forEach(wantedRows::add);
        done.add(piece.left());
        piece.count(rows.size(), 0);
        piece.reached(Optional.empty());
    }

    private boolean isOpen() {
        try {
            return gate.await(5, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
