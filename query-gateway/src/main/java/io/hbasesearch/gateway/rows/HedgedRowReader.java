/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.row.TableCondition;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.gateway.guard.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Starts a read a second time if the first attempt is slow, and returns whichever result comes first. Both attempts are reads with strong
 * consistency. Second attempts are a bounded share of all reads, because more load makes a general slowdown worse. Owns the threads of the
 * attempts, not the reader. Safe for use by several threads.
 */
public final class HedgedRowReader implements RowReader {
    private static final Duration IDLE_THREAD = Duration.ofSeconds(30);

    private final RowReader reader;
    private final GatewayResilience.HedgedReads settings;
    private final HedgeBudget budget;
    private final HedgedCall.Outcomes outcomes;
    private final Map<TableId, RecentTimes> times = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor attempts;

    /** @param concurrency concurrent reads; each may take two threads */
    public HedgedRowReader(RowReader reader, GatewayResilience.HedgedReads settings, int concurrency, Metrics metrics) {
        this.reader = reader;
        this.settings = settings;
        this.budget = new HedgeBudget(settings.sharePercent());
        this.outcomes = HedgedCall.Outcomes.of(metrics);
        this.attempts = threads(2 * concurrency);
    }

    private static ThreadPoolExecutor threads(int most) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                0, most, IDLE_THREAD.toMillis(), TimeUnit.MILLISECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = new Thread(work, "gateway-hedged-read-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        return hedged(table, timeout, left -> reader.read(table, columns, keys, left));
    }

    @Override
    public List<Row> readSome(
            TableId table, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
        return hedged(table, timeout, left -> reader.readSome(table, columns, keys, mostBytes, left));
    }

    private List<Row> hedged(TableId table, Duration timeout, Function<Duration, List<Row>> read) {
        RecentTimes recent = times.computeIfAbsent(table, any -> new RecentTimes());
        Deadline deadline = Deadline.after(timeout);
        budget.earn();
        Optional<Duration> patience = settings.after().or(recent::percentile95);
        if (patience.isEmpty() || patience.get().compareTo(timeout) >= 0) {
            return recent.measure(() -> read.apply(timeout));
        }
        return new HedgedCall<>(attempts, budget, outcomes, () -> recent.measure(() -> read.apply(deadline.left())))
                .run(patience.get());
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        return reader.scan(table, columns, range);
    }

    @Override
    public List<KeyRange> regions(TableId table) {
        return reader.regions(table);
    }

    @Override
    public Optional<RowKey> last(TableId table, KeyRange range) {
        return reader.last(table, range);
    }

    @Override
    public Optional<TableCondition> inspect(TableId table) {
        return reader.inspect(table);
    }

    @Override
    public Optional<RowKey> after(TableId table, KeyRange range, int number) {
        return reader.after(table, range, number);
    }

    @Override
    public RowCursor matching(TableId table, RowFilter filter, KeyRange range) {
        return reader.matching(table, filter, range);
    }

    @Override
    public CheckResult check() {
        return reader.check();
    }

    /** Ends the attempts' threads once they are idle; the reader stays open. */
    @Override
    public void close() {
        attempts.shutdown();
    }
}
