/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.reindex;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.hosting.ReindexService;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.reindex.run.ReindexFollower;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.worker.OpenGeneration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives commands access to the backfills of an index: runs them itself if any process may write to the index, and asks the
 * owner of an embedded index to run them. For one thread. Closes what it opened.
 */
public final class ReindexAccess implements AutoCloseable {
    private final ServiceConfig config;
    private final IndexDefinition definition;
    private final IndexBackend backend;
    private final IndexMetadata metadata;
    private final HBaseConnections hbase;
    private final HBaseRowReader rows;
    private final ReindexService service;

    private ReindexAccess(
            ServiceConfig config, IndexDefinition definition, IndexBackend backend, IndexMetadata metadata) {
        this.config = config;
        this.definition = definition;
        this.backend = backend;
        this.metadata = metadata;
        this.hbase = new HBaseConnections(config.hbase());
        this.rows = HBaseRowReader.ofOwners(hbase, config.indexer().maxRowBytes());
        this.service = new ReindexService(OpenGeneration.Access.of(config, backend, rows), definition, metadata);
    }

    /** @throws HBaseSearchException INDEX_NOT_FOUND, SERVER_UNREACHABLE */
    public static ReindexAccess open(ServiceConfig config, IndexDefinition definition) {
        IndexBackend backend = Backends.open(config.index(), Metrics.none());
        try {
            IndexMetadata metadata = backend.admin().require(definition.name());
            return new ReindexAccess(config, definition, backend, metadata);
        } catch (RuntimeException e) {
            backend.close();
            throw e;
        }
    }

    public IndexMetadata metadata() {
        return metadata;
    }

    public ReindexLog log() {
        return service.log();
    }

    public ReindexRun runs() {
        return service.runs();
    }

    /** Returns whether another process, the index's owner, does the work. */
    public boolean isEmbedded() {
        return config.index().backend() == BackendConfig.Kind.LUCENE;
    }

    /**
     * Continues the unfinished run, or starts one; returns when it has ended, whatever its outcome.
     *
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if the definition has changed and the index is filled in place;
     *     everything that {@link ReindexRun#claim} throws
     */
    public RunState run(Task task, ReindexRun.ProgressListener progress) throws InterruptedException {
        if (task.change().isEmpty()) {
            metadata.requireMadeBy(definition);
        }
        if (!isEmbedded()) {
            return service.run(task, "", progress);
        }
        ReindexFollower follower = new ReindexFollower(service.log(), definition.name());
        Optional<RunState> held = service.runs()
                .unfinished()
                .filter(run -> run.state().isHeld() && run.isOf(task))
                .filter(service.runs()::isAlive);
        if (held.isPresent()) {
            return follower.follow(held.get(), progress);
        }
        service.runs().requireStartable(task);
        if (service.runs().unfinished().isEmpty()) {
            task.change().ifPresent(service::requirePossible);
        }
        return follower.run(task, progress);
    }

    /** Returns every generation of the index, from the oldest to the newest. */
    public List<IndexGeneration> generations() {
        return backend.generations().list(definition.name());
    }

    /** Returns the problems of the index's damaged physical indexes, which no other command can describe, by their names. */
    public Map<String, String> damaged() {
        return backend.generations().damaged(definition.name());
    }

    /** Returns the number of documents that searches of a generation can find. */
    public long documents(IndexMetadata generation) {
        return backend.generations().statistics(generation).documents();
    }

    /** Returns the number of events that a generation has not indexed yet. */
    public long lag(IndexMetadata generation) {
        try (GroupProgress group = new GroupProgress(config.kafka(), generation)) {
            return new IndexOffsets(group.acknowledged(), group.ends()).behind();
        }
    }

    /** Ends the unfinished run for good although no process owns it. False if there is none. */
    public boolean cancelUnowned() {
        return service.cancelUnowned();
    }

    @Override
    public void close() {
        try (backend;
                hbase) {
            service.close();
            rows.close();
        }
    }
}
