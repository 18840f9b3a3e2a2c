/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.indexer.pipeline.InFlightRoom;
import io.hbasesearch.indexer.pipeline.PollLoop;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.indexer.worker.WorkerContext;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the indexes of several definitions up to date in this process, independently: one that fails or falls behind delays no
 * other. A definition without an index waits until {@code index create} has created one; all generations of an index are kept up to
 * date.
 *
 * <p>Any number of processes may do the same against Elasticsearch and share the partitions; an embedded index has only one. Safe
 * for use by several threads. Borrows backend and reader: close this before them.
 */
public final class Indexer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
    /** In addition to the polling loop's time: clients close, an embedded index commits. */
    private static final Duration CLOSING_TIME = Duration.ofSeconds(8);

    private final Duration stopTime;
    private final WorkerContext context;
    private final List<IndexSupervisor> supervisors;
    private volatile boolean started;
    private boolean closed;

    /**
     * Does no I/O.
     *
     * @param metrics in which the workers count, under {@code hbase_search_indexer_}
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
     * Creates an indexer with a clock.
     *
     * @param clock determines the age of reads and the start of states
     */
    public Indexer(
            ServiceConfig config,
            IndexBackend backend,
            RowReader rows,
            Collection<IndexDefinition> definitions,
            Metrics metrics,
            Clock clock) {
        this.context = new WorkerContext(config, backend, rows, InFlightRoom.ofHeap(), metrics, clock);
        this.stopTime = PollLoop.stopTime(config.indexer()).plus(CLOSING_TIME);
        this.supervisors = new CopyOnWriteArrayList<>(definitions.stream()
                .map(definition -> new IndexSupervisor(definition, context))
                .toList());
    }

    /** Starts every index, in the order of the definitions. Returns at once; {@link #statuses} shows the results. */
    public synchronized void start() {
        if (started || closed) {
            throw new IllegalStateException("an indexer starts once");
        }
        started = true;
        supervisors.forEach(IndexSupervisor::start);
    }

    /**
     * Accepts changed and new definitions. An existing index keeps the definition that it was created with; {@link #check} reports
     * that it should be rebuilt. An index whose definition was removed continues, too.
     */
    public synchronized void redefine(Collection<IndexDefinition> definitions) {
        if (closed) {
            return;
        }
        for (IndexDefinition definition : definitions) {
            supervisors.stream()
                    .filter(supervisor -> supervisor.index().equals(definition.name()))
                    .findFirst()
                    .ifPresentOrElse(supervisor -> supervisor.redefine(definition), () -> add(definition));
        }
    }

    private void add(IndexDefinition definition) {
        IndexSupervisor supervisor = new IndexSupervisor(definition, context);
        supervisors.add(supervisor);
        if (started) {
            supervisor.start();
        }
    }

    /** Returns one status for each definition, in their order: that of the generation that readers see. Never throws. */
    public List<IndexStatus> statuses() {
        return supervisors.stream().map(IndexSupervisor::status).toList();
    }

    /** Returns healthy if every index is, as readers see it; otherwise each one's failure or warning. The scrubs' progress is a note. */
    public CheckResult check() {
        CheckResult judged = judge(
                statuses(),
                supervisors.stream()
                        .flatMap(supervisor -> supervisor.otherStatuses().stream())
                        .toList());
        return started
                ? supervisors.stream().map(IndexSupervisor::checkLooks).reduce(judged, CheckResult::and)
                : judged;
    }

    /** @param others statuses of generations that no reader sees: they are reported, but do not make an index unhealthy */
    static CheckResult judge(List<IndexStatus> statuses, List<IndexStatus> others) {
        String told = Stream.concat(statuses.stream(), others.stream())
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
                ? "index " + status.index() + ": " + status.told()
                : "index " + status.index() + " is " + status.state() + " since " + status.since() + " because: "
                        + status.told();
    }

    /**
     * Stops intake everywhere at once, lets what is in flight finish within {@code indexer.drainTimeout}, commits and leaves.
     * Unfinished events are read again after the next start. Idempotent; keeps an interrupt set.
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
        List<IndexSupervisor> reverse = new ArrayList<>(supervisors);
        Collections.reverse(reverse);
        reverse.forEach(IndexSupervisor::requestStop);
        Deadline deadline = Deadline.after(stopTime);
        reverse.forEach(supervisor -> awaitStopped(supervisor, deadline.left()));
    }

    private static void awaitStopped(IndexSupervisor supervisor, Duration timeout) {
        try {
            if (!supervisor.awaitStopped(timeout)) {
                LOG.warn(
                        "index {} did not stop in time; interrupting it",
                        supervisor.status().index());
                supervisor.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            supervisor.interrupt();
        }
    }
}
