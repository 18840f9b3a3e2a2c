/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.indexer.pipeline.PipelineProgress;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.scrub.ScrubState;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Combines everything known of one index: the worker's own state, steps that fail and are retried, the writer's state, and the
 * progress. Safe for use by several threads.
 */
public final class WorkerState {
    private record Phase(
            IndexStatus.State state, Instant since, String message, @Nullable HBaseSearchException failure) {}

    private final String index;
    private final PipelineHealth health;
    private final PipelineProgress progress;
    private final ScrubState scrub;
    private final Clock clock;
    private volatile Phase phase;
    private volatile @Nullable DocumentWriter writer;
    private volatile @Nullable Instant writerAilsSince;

    public WorkerState(String index, PipelineHealth health, PipelineProgress progress, ScrubState scrub, Clock clock) {
        this.index = index;
        this.health = health;
        this.progress = progress;
        this.scrub = scrub;
        this.clock = clock;
        this.phase = new Phase(IndexStatus.State.STARTING, clock.instant(), "", null);
    }

    public void register(Metrics metrics) {
        metrics.gauge(
                "hbase_search_indexer_lag_events",
                "Events of this process's partitions that are not yet in the index",
                progress,
                source -> source.last().lag(),
                "index",
                index);
        metrics.gauge(
                "hbase_search_indexer_buffered_events",
                "Events taken from the topic and not yet in the index",
                progress,
                source -> source.last().bufferedEvents(),
                "index",
                index);
        metrics.gauge(
                "hbase_search_indexer_buffered_bytes",
                "Bytes of buffered events and of the rows read for them",
                progress,
                source -> source.last().bufferedBytes(),
                "index",
                index);
        metrics.gauge(
                "hbase_search_indexer_well",
                "1 unless the index has failed, or an operation on it fails and is retried",
                this,
                source -> source.status().isWell() ? 1 : 0,
                "index",
                index);
    }

    public void noIndex(String message) {
        if (phase.state() != IndexStatus.State.NO_INDEX) {
            enter(IndexStatus.State.NO_INDEX, message, null);
        }
    }

    void running(DocumentWriter opened) {
        writer = opened;
        enter(IndexStatus.State.RUNNING, "", null);
    }

    void closing() {
        writer = null;
    }

    public void stopped() {
        enter(IndexStatus.State.STOPPED, "", null);
    }

    public void failed(HBaseSearchException failure) {
        enter(IndexStatus.State.FAILED, String.valueOf(failure.getMessage()), failure);
    }

    /** Returns the failure that ended the worker. */
    Optional<HBaseSearchException> failure() {
        return Optional.ofNullable(phase.failure());
    }

    private void enter(IndexStatus.State state, String message, @Nullable HBaseSearchException failure) {
        phase = new Phase(state, clock.instant(), message, failure);
    }

    public IndexStatus status() {
        Phase now = phase;
        boolean active = now.state() == IndexStatus.State.RUNNING || now.state() == IndexStatus.State.STARTING;
        Optional<PipelineHealth.HealthIssue> ailment = active ? health.worst() : Optional.empty();
        if (ailment.isPresent()) {
            return status(
                    IndexStatus.State.DEGRADED,
                    ailment.get().since(),
                    ailment.get().message(),
                    null);
        }
        Optional<String> writes = active ? writerAilment() : Optional.empty();
        if (writes.isPresent()) {
            Instant since = writerAilsSince;
            return status(IndexStatus.State.DEGRADED, since == null ? now.since() : since, writes.get(), null);
        }
        Optional<PipelineHealth.HealthIssue> warning = active ? health.warned() : Optional.empty();
        return status(
                now.state(),
                now.since(),
                warning.map(PipelineHealth.HealthIssue::message).orElse(now.message()),
                now.failure());
    }

    private Optional<String> writerAilment() {
        DocumentWriter open = writer;
        CheckResult result = open == null ? CheckResult.healthy() : open.check();
        if (result.ok()) {
            writerAilsSince = null;
            return Optional.empty();
        }
        if (writerAilsSince == null) {
            writerAilsSince = clock.instant();
        }
        return Optional.of(result.message());
    }

    private IndexStatus status(
            IndexStatus.State state, Instant since, String message, @Nullable HBaseSearchException failure) {
        IndexStatus.Reason reason = new IndexStatus.Reason(
                message,
                Optional.ofNullable(failure).map(HBaseSearchException::code),
                Optional.ofNullable(failure).flatMap(HBaseSearchException::hint));
        return new IndexStatus(index, state, since, reason, progress.last(), scrub.describe());
    }
}
