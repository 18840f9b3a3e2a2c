/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.source.DecodedEvent;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares bulk-loaded rows with the index. HBase names none of these rows, so the range of the region is compared, on a dedicated
 * thread beside the pipeline, one load at a time. A table whose rows were all removed is handled as one such range, although no
 * event announces it: {@link ReplacedTable}.
 *
 * <p>A load is announced in every partition. The announcements that this process has received are compared in one pass, limited to
 * rows of those partitions; other processes handle the others. The events stay unacknowledged until every row that differs has been
 * announced, so that a crash or a revoked partition repeats them. A load begins once everything before its events has been written,
 * so that no older read is still in flight to the index. A whole table begins once everything that was announced before has been
 * written.
 *
 * <p>For the polling thread, which owns it; its own thread runs {@link #work}.
 */
final class BulkLoads {
    private static final Logger LOG = LoggerFactory.getLogger(BulkLoads.class);

    /**
     * Maximum number of waiting loads, each announced in every partition. When it is reached, the partitions are paused; the ranges
     * are compared one after the other.
     */
    static final int MOST_WAITING = 10_000;

    /** Maximum bytes of the names and bounds of the waiting loads. */
    private static final long MOST_BYTES = 32L << 20;

    /** Maximum number of held events: a load may be announced any number of times. Some tens of megabytes. */
    private static final int MOST_EVENTS = 1_000_000;

    /** The time that a load waits for its events from partitions that lag. */
    private static final Duration GATHERING = Duration.ofSeconds(10);

    private final PipelineContext context;
    private final OffsetTracker tracker;
    private final StopSignal stop;
    private final RetryPolicy retrier;
    private final Pipeline pipeline;
    private final BulkLoadIssues ailments;
    private final Clock clock;
    private final BulkLoadMetrics metrics;
    private final ExecutorService executor;
    private final Map<PendingBulkLoad.Id, PendingBulkLoad> waiting = new LinkedHashMap<>();
    private @Nullable PendingBulkLoad running;
    private final ReplacedTable replaced;
    private int held;
    private long waitingBytes;

    BulkLoads(
            PipelineContext context,
            OffsetTracker tracker,
            StopSignal stop,
            RetryPolicy retrier,
            Pipeline pipeline,
            PipelineHealth health) {
        this.context = context;
        this.tracker = tracker;
        this.stop = stop;
        this.retrier = retrier;
        this.pipeline = pipeline;
        this.ailments = new BulkLoadIssues(health, context.definition().table());
        this.clock = context.shared().clock();
        this.replaced = new ReplacedTable(tracker);
        this.metrics = new BulkLoadMetrics(context.shared().metrics(), context.index(), this);
        this.executor = new NamedThreads("hbase-search-bulk-loads-" + context.index()).pool(1);
    }

    /** Takes ownership of an event: its ticket is acknowledged when its rows are announced. */
    synchronized void take(DecodedEvent.BulkLoaded event, int partition, OffsetTracker.Ticket ticket) {
        metrics.events.increment();
        if (!event.isMapped()) {
            ticket.acknowledge();
            return;
        }
        ticket.hold();
        held++;
        PendingBulkLoad current = running;
        // A repeated announcement belongs to the same load: the files were readable before the first announcement.
        PendingBulkLoad load = current != null && current.isSame(event) && current.concerns(partition)
                ? current
                : waiting.computeIfAbsent(PendingBulkLoad.Id.of(event), this::newLoad);
        load.add(partition, ticket, clock.instant());
    }

    private PendingBulkLoad newLoad(PendingBulkLoad.Id id) {
        waitingBytes += id.bytes();
        return new PendingBulkLoad(id);
    }

    private void forget(PendingBulkLoad load) {
        waitingBytes -= load.id().bytes();
    }

    /**
     * Has each partition of the index compared with a table that was truncated or recreated, once this process is assigned the
     * partition.
     */
    synchronized void tableReplaced() {
        PendingBulkLoad before = waiting.remove(PendingBulkLoad.Id.wholeTable(replaced.loadName()));
        if (before != null) {
            forget(before);
        }
        replaced.replacedAgain();
    }

    synchronized boolean isFull() {
        return waiting.size() >= MOST_WAITING || waitingBytes >= MOST_BYTES || held >= MOST_EVENTS;
    }

    synchronized int held() {
        return held;
    }

    /** Returns when the oldest event that is still held was taken, in milliseconds since the epoch; now if none is held. */
    synchronized long oldestMillis() {
        long oldest = running == null ? clock.millis() : running.since().toEpochMilli();
        for (PendingBulkLoad load : waiting.values()) {
            oldest = Math.min(oldest, load.since().toEpochMilli());
        }
        return oldest;
    }

    /** Drops the events of revoked partitions: the new owners read them again. */
    synchronized void drop(Collection<Integer> partitions) {
        for (Iterator<PendingBulkLoad> loads = waiting.values().iterator(); loads.hasNext(); ) {
            PendingBulkLoad load = loads.next();
            held -= load.drop(partitions);
            if (load.isEmpty()) {
                forget(load);
                loads.remove();
            }
        }
        if (running != null) {
            held -= running.drop(partitions);
        }
    }

    /**
     * Begins a load that is ready, if none is in progress.
     *
     * @param remaining by partition, the events between what was taken and its end; empty if that is not known yet
     */
    synchronized void tick(Set<Integer> assigned, IntFunction<OptionalLong> remaining) {
        waitForReplaced(assigned, remaining);
        beginNext(assigned);
        ailments.tell(isFull(), !replaced.owed(assigned).isEmpty());
    }

    private void waitForReplaced(Set<Integer> assigned, IntFunction<OptionalLong> remaining) {
        PendingBulkLoad.Id name = PendingBulkLoad.Id.wholeTable(replaced.loadName());
        for (int partition : replaced.owed(assigned)) {
            PendingBulkLoad next = waiting.get(name);
            boolean known = (next != null && next.concerns(partition))
                    || (running != null && (running.id().equals(name) && running.concerns(partition)));
            OptionalLong end = known ? OptionalLong.empty() : replaced.end(partition, remaining);
            if (end.isPresent()) {
                waiting.computeIfAbsent(name, this::newLoad).addUpTo(partition, end.getAsLong(), clock.instant());
            }
        }
    }

    private void beginNext(Set<Integer> assigned) {
        if (running != null) {
            return;
        }
        for (PendingBulkLoad load : waiting.values()) {
            if (isReady(load, assigned)) {
                begin(load, assigned);
                return;
            }
        }
    }

    private boolean isReady(PendingBulkLoad load, Set<Integer> assigned) {
        Set<Integer> concerned = load.isWholeTable() ? replaced.owed(assigned) : assigned;
        boolean gathered = load.partitions().containsAll(concerned)
                || !load.newest().plus(GATHERING).isAfter(clock.instant());
        return gathered && load.isSettled(tracker);
    }

    /**
     * Begins a load, together with other ready loads whose ranges overlap: one pass covers all of their rows. As each of them is
     * ready, the comparison begins after everything before its events was written. A load that is announced from now on waits for
     * the next pass.
     */
    private void begin(PendingBulkLoad load, Set<Integer> assigned) {
        waiting.remove(load.id());
        forget(load);
        // A joined load enlarges the range, which may then overlap a load that was checked before.
        while (joinOthers(load, assigned)) {}
        running = load;
        executor.execute(() -> work(load));
    }

    private boolean joinOthers(PendingBulkLoad load, Set<Integer> assigned) {
        boolean hasGrown = false;
        for (Iterator<PendingBulkLoad> others = waiting.values().iterator(); others.hasNext(); ) {
            PendingBulkLoad other = others.next();
            if (load.mayJoin(other) && isReady(other, assigned)) {
                hasGrown |= load.join(other);
                forget(other);
                others.remove();
            }
        }
        return hasGrown;
    }

    @SuppressWarnings("CatchingUnchecked") // a thread's failure is never silent, whatever it is
    private void work(PendingBulkLoad load) {
        long start = System.nanoTime();
        try {
            List<Piece> pieces = repair(load);
            finish(load, true);
            LOG.info(
                    "index {}: the range of bulk load {} was compared in {} ms: {} rows, of which {} were announced",
                    context.index(),
                    load.name(),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                    pieces.stream().mapToLong(Piece::compared).sum(),
                    pieces.stream().mapToLong(Piece::announced).sum());
        } catch (StoppedException e) {
            LOG.debug("index {}: {}", context.index(), e.getMessage());
            finish(load, false);
        } catch (Throwable e) {
            finish(load, false);
            pipeline.fail(e);
        }
    }

    private List<Piece> repair(PendingBulkLoad load) throws StoppedException {
        LOG.info("index {}: comparing the range of bulk load {}", context.index(), load.name());
        String table = context.definition().table().toString();
        List<Piece> pieces = retrier.call(
                "listing the regions of table " + table,
                () -> MissingTable.mayComeBack(() -> context.outputs().repairs().pieces(load.range())));
        for (Piece piece : pieces) {
            retrier.call(
                    "comparing bulk-loaded rows of table " + table,
                    () -> MissingTable.mayComeBack(() -> repair(load, piece)));
            if (!piece.isDone()) {
                throw new StoppedException("comparing the range of bulk load " + load.name());
            }
        }
        return pieces;
    }

    private Piece repair(PendingBulkLoad load, Piece piece) {
        long compared = piece.compared();
        long announced = piece.announced();
        int partitions = context.metadata().partitions();
        try {
            context.outputs()
                    .repairs()
                    .repair(
                            piece,
                            row -> load.concerns(RowPartition.of(row.bytes().unsafeBytes(), partitions)),
                            () -> isGivenUp(load));
        } finally {
            metrics.compared(piece.compared() - compared, piece.announced() - announced);
        }
        return piece;
    }

    private boolean isGivenUp(PendingBulkLoad load) {
        return load.isCancelled() || stop.isFired();
    }

    private synchronized void finish(PendingBulkLoad load, boolean done) {
        if (done) {
            held -= load.acknowledge();
            if (load.isWholeTable()) {
                replaced.done(load);
            } else {
                metrics.done.increment();
            }
        }
        running = null;
    }

    /**
     * Waits up to this long for the load in progress to notice the stop signal, which was fired before, and then interrupts it. An
     * embedded index may mistake an interrupt for a broken disk. The load's events are read again after the next start.
     */
    void close(Duration atMost) {
        ailments.tell(false, false);
        executor.shutdown();
        try {
            if (!executor.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                executor.shutdownNow();
                LOG.warn(
                        "index {}: a bulk load is still being compared {} ms after the stop signal",
                        context.index(),
                        atMost.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports the state of an index's bulk loads in its health. For the polling thread. */
    private static final class BulkLoadIssues {
        private final PipelineHealth health;
        private final TableId table;
        private PipelineHealth.@Nullable HealthIssue full;
        private PipelineHealth.@Nullable HealthIssue replaced;

        BulkLoadIssues(PipelineHealth health, TableId table) {
            this.health = health;
            this.table = table;
        }

        /**
         * Opens and closes the issues that apply.
         *
         * @param isFull so many loads wait that no more events are read
         * @param isComparingAll the table was recreated and is being compared
         */
        void tell(boolean isFull, boolean isComparingAll) {
            full = tell(
                    full,
                    isFull,
                    "following bulk loads",
                    MOST_WAITING + " bulk loads of table " + table
                            + " wait until their ranges are compared, one after the other;"
                            + " no more events are read from Kafka until then. Increase indexer.scrub.bulkLoadRowsPerSecond");
            replaced = tell(
                    replaced,
                    isComparingAll,
                    "comparing a recreated table",
                    "table " + table
                            + " was truncated or recreated: searches find documents of deleted rows until the whole table has been"
                            + " compared; the comparison is in progress");
        }

        private PipelineHealth.@Nullable HealthIssue tell(
                PipelineHealth.@Nullable HealthIssue ailment, boolean ails, String step, String message) {
            if (ails && ailment == null) {
                return health.ailing(step, new IllegalStateException(message));
            }
            if (!ails && ailment != null) {
                ailment.close();
                return null;
            }
            return ailment;
        }
    }

    /** The metrics of one index's bulk loads. Safe for use by several threads. */
    private static final class BulkLoadMetrics {
        final Metrics.Counter events;
        final Metrics.Counter done;
        private final Metrics.Counter compared;
        private final Metrics.Counter announced;

        BulkLoadMetrics(Metrics metrics, String index, BulkLoads loads) {
            events = metrics.counter(
                    "hbase_search_indexer_events_total",
                    "Events taken from the topic",
                    "index",
                    index,
                    "kind",
                    "bulk_load");
            done = metrics.counter(
                    "hbase_search_bulk_loads_total",
                    "Bulk loads whose range was completely compared with the index",
                    "index",
                    index);
            compared = metrics.counter(
                    "hbase_search_bulk_load_rows_total",
                    "Rows compared with the index after bulk loads",
                    "index",
                    index);
            announced = metrics.counter(
                    "hbase_search_bulk_load_repaired_total",
                    "Rows that differed after bulk loads and were announced to be read again",
                    "index",
                    index);
            metrics.gauge(
                    "hbase_search_bulk_load_events_held",
                    "Events of bulk loads whose range is not yet compared; offsets do not advance past them",
                    loads,
                    BulkLoads::held,
                    "index",
                    index);
            metrics.gauge(
                    "hbase_search_bulk_load_oldest_timestamp_seconds",
                    "Unix time at which the oldest event that is held for a bulk load was taken; the current time if"
                            + " there is none",
                    loads,
                    source -> source.oldestMillis() / 1e3,
                    "index",
                    index);
        }

        void compared(long rows, long ofTheseAnnounced) {
            compared.add(rows);
            announced.add(ofTheseAnnounced);
        }
    }
}
