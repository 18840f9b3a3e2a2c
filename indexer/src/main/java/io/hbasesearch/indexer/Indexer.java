/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.indexer.pipeline.PollLoop;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the indexes of several definitions up to date in this process, each on its own: one that fails or falls behind
 * holds no other back. A definition without an index waits until {@code index create} has made one.
 *
 * <p>Any number of processes may do the same against Elasticsearch and share the partitions; an embedded index has one.
 * Safe for use by several threads. Borrows backend and reader: close this before them.
 */
public final class Indexer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
    /** Beyond the polling loop: clients close, an embedded index commits. */
    private static final Duration CLOSING_TIME = Duration.ofSeconds(8);

    private final Duration stopTime;
    private final List<IndexWorker> workers;
    private boolean started;
    private boolean closed;

    /**
     * Does no I/O.
     *
     * @param metrics where the workers count, under {@code hbase_search_indexer_}
     */
    public Indexer(
            ServiceConfig config,
            IndexBackend backend,
            RowReader rows,
            Collection<IndexDefinition> definitions,
            Metrics metrics) {
        this(config, backend, rows, definitions, metrics, Clock.systemUTC());
    }

    /**
     * As above.
     *
     * @param clock tells how old reads are, and since when a state lasts
     */
    public Indexer(
            ServiceConfig config,
            IndexBackend backend,
            RowReader rows,
            Collection<IndexDefinition> definitions,
            Metrics metrics,
            Clock clock) {
        WorkerContext context = new WorkerContext(config, backend, rows, metrics, clock);
        this.stopTime = PollLoop.stopTime(config.indexer()).plus(CLOSING_TIME);
        this.workers = definitions.stream()
                .map(definition -> new IndexWorker(definition, context))
                .toList();
    }

    /** Starts every index, in the order of the definitions. Returns at once; what becomes of them stands in {@link #statuses}. */
    public synchronized void start() {
        if (started || closed) {
            throw new IllegalStateException("an indexer starts once");
        }
        started = true;
        workers.forEach(IndexWorker::start);
    }

    /** One for each definition, in their order. Never throws. */
    public List<IndexStatus> statuses() {
        return workers.stream().map(IndexWorker::status).toList();
    }

    /** Well if every index is; else says of each what ails it or what it warns of. How far scrubs are is a note. */
    public CheckResult check() {
        return judge(statuses());
    }

    static CheckResult judge(List<IndexStatus> statuses) {
        String told = statuses.stream()
                .filter(status -> !status.isWell() || status.warns())
                .map(Indexer::tell)
                .collect(Collectors.joining("; "));
        boolean well = statuses.stream().allMatch(IndexStatus::isWell);
        CheckResult result =
                !well ? CheckResult.failed(told) : told.isEmpty() ? CheckResult.healthy() : CheckResult.warning(told);
        return result.withNote(statuses.stream()
                .filter(status -> !status.scrub().isEmpty())
                .map(status -> "index " + status.index() + ", " + status.scrub())
                .collect(Collectors.joining("; ")));
    }

    private static String tell(IndexStatus status) {
        return status.warns()
                ? "index " + status.index() + ": " + status.message()
                : "index " + status.index() + " is " + status.state() + " since " + status.since() + " because: "
                        + status.message();
    }

    /**
     * Stops intake everywhere at once, lets what is in flight finish within {@code indexer.drainTimeout}, commits and leaves.
     * What did not finish is read again after the next start. Idempotent; keeps an interrupt set.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!started) {
            return;
        }
        List<IndexWorker> reverse = new ArrayList<>(workers);
        Collections.reverse(reverse);
        reverse.forEach(IndexWorker::requestStop);
        long deadline = System.nanoTime() + stopTime.toNanos();
        reverse.forEach(worker -> awaitStopped(worker, Duration.ofNanos(deadline - System.nanoTime())));
    }

    private static void awaitStopped(IndexWorker worker, Duration timeout) {
        try {
            if (!worker.awaitStopped(timeout)) {
                LOG.warn(
                        "index {} did not stop in time and is interrupted",
                        worker.status().index());
                worker.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            worker.interrupt();
        }
    }
}
