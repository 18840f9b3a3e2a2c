/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.indexer.verify.Difference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The state of one index's scrub in this process, for metrics and status. Safe for use by several threads. */
public final class ScrubState implements RepairListener {
    private record Pass(Instant began, int ranges) {}

    private record LastPass(Instant ended, Duration duration, long differences, long undecided) {}

    private final boolean enabled;
    private final Clock clock;
    private final Map<Difference.Kind, Metrics.Counter> differences = new EnumMap<>(Difference.Kind.class);
    private final Metrics.Counter repaired;
    private final Metrics.Counter rows;
    private final AtomicLong found = new AtomicLong();
    private final AtomicLong undecided = new AtomicLong();
    private volatile @Nullable Pass pass;
    private volatile int rangesDone;
    private volatile @Nullable LastPass last;

    /** @param enabled whether there are passes at all; without them the figures of the last pass are NaN */
    public ScrubState(String index, boolean enabled, Metrics metrics, Clock clock) {
        this.enabled = enabled;
        this.clock = clock;
        for (Difference.Kind kind : Difference.Kind.values()) {
            differences.put(
                    kind,
                    metrics.counter(
                            "hbase_search_scrub_differences_total",
                            "Lasting differences between table and index",
                            "index",
                            index,
                            "class",
                            kind.name().toLowerCase(Locale.ROOT)));
        }
        repaired = metrics.counter(
                "hbase_search_scrub_repaired_total",
                "Rows that differed and were announced to be read again",
                "index",
                index);
        rows = metrics.counter("hbase_search_scrub_rows_total", "Rows compared with the index", "index", index);
        register(index, metrics);
    }

    private void register(String index, Metrics metrics) {
        metrics.gauge(
                "hbase_search_scrub_pass_progress_ratio",
                "Completed share of the current pass; 0 if none is running",
                this,
                ScrubState::progress,
                "index",
                index);
        metrics.gauge(
                "hbase_search_scrub_pass_seconds",
                "Duration of the last full pass; 0 if there was none since this process took partition 0",
                this,
                state -> state.ofLast(pass -> pass.duration().toMillis() / 1e3),
                "index",
                index);
        metrics.gauge(
                "hbase_search_scrub_last_pass_timestamp_seconds",
                "Unix time at which the last full pass ended; 0 if there was none since this process took partition 0",
                this,
                state -> state.ofLast(pass -> pass.ended().toEpochMilli() / 1e3),
                "index",
                index);
        metrics.gauge(
                "hbase_search_scrub_last_pass_differences",
                "Differences that the last full pass found; more than 0 means that a change was not announced",
                this,
                state -> state.ofLast(LastPass::differences),
                "index",
                index);
        metrics.gauge(
                "hbase_search_scrub_last_pass_undecided_rows",
                "Rows that differed in the last full pass while the index was behind, so that the pass could not"
                        + " decide about them",
                this,
                state -> state.ofLast(LastPass::undecided),
                "index",
                index);
    }

    private double ofLast(ToDoubleFunction<LastPass> figure) {
        if (!enabled) {
            return Double.NaN;
        }
        LastPass known = last;
        return known == null ? 0 : figure.applyAsDouble(known);
    }

    void begin(int ranges) {
        found.set(0);
        undecided.set(0);
        rangesDone = 0;
        pass = new Pass(clock.instant(), ranges);
    }

    void rangeDone() {
        rangesDone++;
    }

    void giveUp() {
        pass = null;
    }

    void end() {
        Pass ended = pass;
        if (ended != null) {
            Instant now = clock.instant();
            last = new LastPass(now, Duration.between(ended.began(), now), found.get(), undecided.get());
            pass = null;
        }
    }

    /** Forgets the last pass, because another process scrubs now: its findings here are outdated. */
    void forget() {
        last = null;
    }

    @Override
    public void compared(long more) {
        rows.add(more);
    }

    @Override
    public boolean differs(Difference difference) {
        found.incrementAndGet();
        Metrics.Counter counter = differences.get(difference.kind());
        if (counter != null) {
            counter.increment();
        }
        return true;
    }

    /** Returns this listener with a guard, so that not every row is announced. */
    RepairListener with(MassDeletionGuard brake) {
        return new RepairListener() {
            @Override
            public void compared(long more) {
                ScrubState.this.compared(more);
            }

            @Override
            public boolean differs(Difference difference) {
                return ScrubState.this.differs(difference) && brake.allows(difference);
            }

            @Override
            public void undecided(long more) {
                ScrubState.this.undecided(more);
            }

            @Override
            public void announced(long more) {
                ScrubState.this.announced(more);
            }
        };
    }

    @Override
    public void undecided(long more) {
        undecided.addAndGet(more);
    }

    @Override
    public void announced(long more) {
        repaired.add(more);
    }

    private double progress() {
        Pass current = pass;
        return current == null ? 0 : (double) rangesDone / Math.max(1, current.ranges());
    }

    /** Returns one line for users; empty if nothing was scrubbed here yet. */
    public String describe() {
        Pass current = pass;
        LastPass before = last;
        String text = current == null
                ? ""
                : "scrub: " + (int) (100 * progress()) + " % of a pass, " + found.get() + " differences so far";
        if (before == null) {
            return text;
        }
        return (text.isEmpty() ? "scrub: " : text + "; ") + "the last pass ended at "
                + before.ended().truncatedTo(ChronoUnit.SECONDS)
                + ", took " + before.duration().toSeconds() + " s and found " + before.differences() + " differences"
                + (before.undecided() == 0
                        ? ""
                        : "; undecided: " + before.undecided() + " rows, as the index was behind");
    }
}
