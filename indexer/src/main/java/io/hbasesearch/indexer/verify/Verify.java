/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares a table, or a range of its keys, with its index, in both directions. Several ranges are compared at a time, each in key
 * order and a few hundred rows at a time, so that memory does not grow with the table. Live writes raise no alarm: a difference is
 * rechecked a few times, and counts only if it persists and the index is not {@link #following behind}. With {@link
 * VerifyOptions#hashes} a few hundred correct rows cost one comparison, and documents are read only where something is wrong.
 *
 * <p>Safe for use by several threads, each with its own runs. Borrows reader and searcher.
 */
public final class Verify {
    /** Attempts of each call: the comparison ends about half a minute after the clients give up, and reports where to continue. */
    private static final int ATTEMPTS = 9;

    private final IndexDefinition definition;
    private final RowReader rows;
    private final DocumentSearcher searcher;
    private final Duration readTimeout;
    private final VerifyOptions options;
    private final @Nullable Repair repair;
    private final @Nullable Lag lag;

    /** @param time from a row's touch until it counts as not repaired */
    private record Repair(RowToucher toucher, Duration time) {
        Repair {
            Objects.requireNonNull(toucher, "toucher");
            Objects.requireNonNull(time, "time");
        }
    }

    /** @param time from when a difference would count until it is given up */
    private record Lag(Supplier<IndexOffsets> offsets, Duration time) {
        Lag {
            Objects.requireNonNull(offsets, "offsets");
            Objects.requireNonNull(time, "time");
        }
    }

    /** @param readTimeout for one batch of rows */
    public Verify(
            IndexDefinition definition,
            RowReader rows,
            DocumentSearcher searcher,
            Duration readTimeout,
            VerifyOptions options) {
        this(definition, rows, searcher, readTimeout, options, null, null);
    }

    private Verify(
            IndexDefinition definition,
            RowReader rows,
            DocumentSearcher searcher,
            Duration readTimeout,
            VerifyOptions options,
            @Nullable Repair repair,
            @Nullable Lag lag) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.searcher = Objects.requireNonNull(searcher, "searcher");
        this.readTimeout = Objects.requireNonNull(readTimeout, "readTimeout");
        this.options = Objects.requireNonNull(options, "options");
        this.repair = repair;
        this.lag = lag;
    }

    /**
     * Returns a verification that also repairs: it touches every row that differs and waits until row and document agree.
     *
     * @param time from a row's touch until it counts as not repaired
     */
    public Verify repairing(RowToucher with, Duration time) {
        return new Verify(definition, rows, searcher, readTimeout, options, new Repair(with, time), lag);
    }

    /**
     * Returns a verification that also knows the index's lag: a difference counts only once the index has the events of that time.
     * Otherwise, an index that lags by more than the time until a recheck seems to differ.
     *
     * @param known polled about every second, while there are differences
     * @param time from when a difference would count until it is given up as {@linkplain VerifyReport.Rechecked#pending pending}
     */
    public Verify following(Supplier<IndexOffsets> known, Duration time) {
        return new Verify(definition, rows, searcher, readTimeout, options, repair, new Lag(known, time));
    }

    /**
     * Runs to the end, or until the calling thread is interrupted; then the report says how far it came, and the interrupt flag
     * stays set. The run has its own threads, which end before this returns.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException if table or index cannot be read, even after retries
     */
    public VerifyReport run(KeyRange range, VerifyListener listener) {
        searcher.refresh();
        return runRanges(
                rows.regions(definition.table()).stream()
                        .map(region -> region.intersection(range))
                        .toList(),
                listener);
    }

    /** Does the same as {@link #run(KeyRange, VerifyListener)} for several disjoint, non-adjacent ranges. */
    public VerifyReport run(List<KeyRange> ranges, VerifyListener listener) {
        searcher.refresh();
        return runRanges(ranges, listener);
    }

    private VerifyReport runRanges(List<KeyRange> ranges, VerifyListener listener) {
        WorkQueue queue = new WorkQueue(ranges);
        VerifyCounters tally = new VerifyCounters(definition.name(), options.samples(), listener);
        StopSignal stop = new StopSignal();
        RunControl control =
                new RunControl(new Pace(options.rowsPerSecond(), stop), RetryPolicy.attempts(ATTEMPTS, stop), stop);
        Function<Row, RowOutcome> mapper = new RowMapper(definition)::outcome;
        SecondLook secondLook = new SecondLook(definition, rows, searcher, mapper, readTimeout);
        Optional<Repairs> repairs = Optional.ofNullable(repair)
                .map(with -> new Repairs(with.toucher(), with.time(), secondLook, tally, control));
        Rechecks.Verdict verdict = (difference, confirmed) -> {
            tally.differs(difference, confirmed);
            repairs.ifPresent(stage -> stage.add(difference));
        };
        Rechecks rechecks = new Rechecks(
                options,
                tally,
                verdict,
                secondLook,
                new CatchUpTracker(
                        lag == null ? null : lag.offsets(),
                        lag == null ? Duration.ZERO : lag.time(),
                        options.recheck().settle()),
                control);
        ChunkComparison chunks =
                new ChunkComparison(definition, searcher, mapper, options.hashes(), tally, rechecks, control);
        RangeComparison comparison =
                new RangeComparison(definition, rows, chunks, queue, new Sample(options.sample()), tally, control);
        List<Stage> stages =
                Stream.concat(Stream.of(rechecks), repairs.stream()).toList();
        Supplier<Optional<ByteArray>> unfinished = () -> unfinished(queue, stages);
        RunThreads threads = new RunThreads(
                "hbase-search-verify-" + definition.name(),
                stop,
                () -> {
                    queue.stop();
                    stages.forEach(Stage::finish);
                },
                () -> tally.progress(unfinished.get(), stop.isFired()));
        threads.run(
                options.threads(),
                "compare",
                comparison::run,
                stages.stream().map(Verify::threadOf).toList());
        return tally.report(unfinished.get(), stop.isFired());
    }

    private static RunThreads.Following threadOf(Stage stage) {
        return new RunThreads.Following(
                stage.getClass().getSimpleName().toLowerCase(Locale.ROOT), stage::run, stage::finish);
    }

    private static Optional<ByteArray> unfinished(WorkQueue queue, List<Stage> stages) {
        return Stream.concat(Stream.of(queue.unfinished()), stages.stream().map(Stage::lowest))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }
}
