/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.pipeline.RangeRepair;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares ranges and has differing rows read again, by touch events. A comparison in progress is interrupted when the gate closes,
 * and continues from there once the gate is open. For one thread at a time; owns nothing.
 */
final class TouchingRepair implements RangeRepair {
    private static final int ROWS_AT_A_TIME = 500;

    private final Supplier<Verify> verify;
    private final Function<KeyRange, List<KeyRange>> division;
    private final Consumer<Collection<RowKey>> touches;
    private final BackpressureGate gate;
    private final RepairListener listener;

    /**
     * @param verify called for each run, so that its resources are opened with the first
     * @param touches appends a touch for each row; returns once all are acknowledged
     */
    TouchingRepair(
            Supplier<Verify> verify,
            Function<KeyRange, List<KeyRange>> division,
            Consumer<Collection<RowKey>> touches,
            BackpressureGate gate,
            RepairListener listener) {
        this.verify = Objects.requireNonNull(verify, "verify");
        this.division = Objects.requireNonNull(division, "division");
        this.touches = Objects.requireNonNull(touches, "touches");
        this.gate = Objects.requireNonNull(gate, "gate");
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    @Override
    public List<Piece> pieces(KeyRange range) {
        return division.apply(range).stream()
                .map(piece -> piece.intersection(range))
                .filter(piece -> !piece.isEmpty())
                .map(Piece::new)
                .toList();
    }

    @Override
    public void repair(Piece piece, Predicate<RowKey> wanted, BooleanSupplier cancelled) {
        while (!piece.isDone() && !Thread.currentThread().isInterrupted() && gate.pass(cancelled)) {
            new Run(piece, wanted, cancelled).go();
        }
    }

    /** One uninterrupted comparison of what is left of a piece. */
    private final class Run implements VerifyListener {
        private final Piece piece;
        private final Predicate<RowKey> wanted;
        private final BooleanSupplier cancelled;
        private long rows;
        private long undecided;
        private boolean brokenOff;
        private @Nullable RuntimeException failure;

        Run(Piece piece, Predicate<RowKey> wanted, BooleanSupplier cancelled) {
            this.piece = piece;
            this.wanted = wanted;
            this.cancelled = cancelled;
        }

        void go() {
            // Rows that the last attempt found and could not announce precede the start of this one.
            announce();
            if (piece.isDone()) {
                return;
            }
            VerifyReport report;
            try {
                report = verify.get().run(piece.left(), this);
            } finally {
                if (brokenOff) {
                    // The interrupt was ours; a later caller would mistake it for another one.
                    boolean ignored = Thread.interrupted();
                }
            }
            count(report);
            if (report.complete()) {
                piece.reached(Optional.empty());
            } else {
                report.unfinished().ifPresent(key -> piece.reached(Optional.of(key)));
            }
            announce();
        }

        /** Runs on the thread that waits for the comparison, which an interrupt ends. */
        @Override
        public void progress(VerifyReport soFar) {
            count(soFar);
            soFar.unfinished().ifPresent(key -> piece.reached(Optional.of(key)));
            if (failure != null && soFar.unfinished().isPresent()) {
                throw failure;
            }
            if (!brokenOff && (cancelled.getAsBoolean() || !gate.isOpen())) {
                brokenOff = true;
                Thread.currentThread().interrupt();
            }
        }

        private void count(VerifyReport report) {
            listener.compared(report.compared().rows() - rows);
            piece.count(report.compared().rows() - rows, 0);
            rows = report.compared().rows();
            listener.undecided(report.rechecked().pending() - undecided);
            undecided = report.rechecked().pending();
        }

        @Override
        public void difference(Difference difference, boolean confirmed) {
            if (difference.row().filter(wanted.negate()).isPresent()) {
                return;
            }
            if (!listener.differs(difference)) {
                return;
            }
            difference.row().ifPresent(piece.owed()::add);
            if (piece.owed().size() >= ROWS_AT_A_TIME && failure == null) {
                announceInPassing();
            }
        }

        /** Runs on a comparing thread: a failure would count as one of the comparison, and cause a retry. */
        private void announceInPassing() {
            try {
                announce();
            } catch (RuntimeException e) {
                failure = e;
            }
        }

        private void announce() {
            List<RowKey> owed = List.copyOf(piece.owed());
            if (!owed.isEmpty()) {
                touches.accept(owed);
                piece.owed().clear();
                piece.count(0, owed.size());
                listener.announced(owed.size());
            }
        }
    }
}
