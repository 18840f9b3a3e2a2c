/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.verify.SortedIndex;
import io.hbasesearch.indexer.verify.SortedTable;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A table, its index and a repair that remembers which rows it had read again, all in memory. */
abstract class RepairRig {
    final SortedTable table = new SortedTable();
    final SortedIndex index = new SortedIndex();
    final List<RowKey> touched = new CopyOnWriteArrayList<>();
    Consumer<Collection<RowKey>> touches = touched::addAll;
    volatile BooleanSupplier quiet = () -> true;
    private final StopSignal stop = new StopSignal();

    /** Of all in the range, without an end before its time. */
    final Piece repair(KeyRange range) {
        Piece piece = new Piece(range);
        repair().repair(piece, key -> true, () -> false);
        return piece;
    }

    final TouchingRepair repair() {
        return repair(VerifyOptions.standard().withSettle(Duration.ofMillis(10), 2), RepairListener.none());
    }

    final TouchingRepair repair(VerifyOptions options, RepairListener listener) {
        return repair(verify -> verify, options, listener);
    }

    final TouchingRepair repair(UnaryOperator<Verify> kind, VerifyOptions options, RepairListener listener) {
        return new TouchingRepair(
                () -> kind.apply(new Verify(SortedTable.DEFINITION, table, index, Duration.ofSeconds(1), options)),
                range -> table.regions(SortedTable.DEFINITION.table()),
                rows -> touches.accept(rows),
                new BackpressureGate(() -> quiet.getAsBoolean(), Duration.ofMinutes(1), Duration.ZERO, stop),
                listener);
    }

    final void rows(int count) {
        for (int i = 0; i < count; i++) {
            table.rows.put(row(i), ByteArray.utf8("body " + i));
            index.put(row(i), "body " + i);
        }
    }

    static RowKey row(int number) {
        return RowKey.utf8(String.format("row%05d", number));
    }
}
