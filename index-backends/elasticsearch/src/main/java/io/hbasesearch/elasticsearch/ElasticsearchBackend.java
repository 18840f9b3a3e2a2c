/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import co.elastic.clients.elasticsearch._types.HealthStatus;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexDiagnosis;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.elasticsearch.bulk.BulkBuffer;
import io.hbasesearch.elasticsearch.bulk.BulkMetrics;
import io.hbasesearch.elasticsearch.bulk.BulkRequests;
import io.hbasesearch.elasticsearch.bulk.BulkSender;
import io.hbasesearch.elasticsearch.bulk.DocumentLimit;
import io.hbasesearch.elasticsearch.bulk.ElasticsearchWriter;
import io.hbasesearch.elasticsearch.bulk.PoisonDetector;
import io.hbasesearch.elasticsearch.bulk.SendLimits;
import io.hbasesearch.elasticsearch.bulk.UnansweredDocuments;
import io.hbasesearch.elasticsearch.bulk.WriterHealth;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import io.hbasesearch.elasticsearch.client.NodeProcesses;
import io.hbasesearch.elasticsearch.index.ElasticsearchDiagnosis;
import io.hbasesearch.elasticsearch.index.ElasticsearchGenerations;
import io.hbasesearch.elasticsearch.index.ElasticsearchIndexAdmin;
import io.hbasesearch.elasticsearch.index.PhysicalIndexes;
import io.hbasesearch.elasticsearch.index.StubPurge;
import io.hbasesearch.elasticsearch.search.ElasticsearchSearcher;
import io.hbasesearch.elasticsearch.search.SearchTarget;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;

/**
 * Stores documents in Elasticsearch 8. Constructing it does no I/O; the connection is opened on first use. Safe for use by
 * several threads. Owns its HTTP client and the writers it opened, and closes both.
 */
public final class ElasticsearchBackend implements IndexBackend {
    /** Backoff for all failures except 429 for several operations: soon one request at a time, so that attempts cost little. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    private static final Backoff THROTTLED_BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);
    // Enough that every slot finds a full request waiting when its last one is answered.
    private static final int BUFFERED_REQUESTS_PER_SLOT = 3;

    private final ElasticsearchConfig config;
    private final Metrics metrics;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final ElasticsearchConnection connection;
    private final ElasticsearchIndexAdmin admin;
    private final ElasticsearchFailures failures;
    private final PhysicalIndexes indexes;
    private final ElasticsearchGenerations generations;
    private final NodeProcesses nodes;
    // Fair: a request that must be the only one waits for those in progress, not for later ones.
    private final ReadWriteLock requests = new ReentrantReadWriteLock(true);
    private final Set<DocumentWriter> writers = ConcurrentHashMap.newKeySet();

    /** @throws IllegalArgumentException if the configuration's URLs or credentials cannot be used */
    public ElasticsearchBackend(ElasticsearchConfig config, Metrics metrics) {
        this(config, metrics, InstantSource.system());
    }

    /** @param clock for the age of reads */
    public ElasticsearchBackend(ElasticsearchConfig config, Metrics metrics, InstantSource clock) {
        this(config, metrics, clock, System::nanoTime);
    }

    /** @param nanoClock measures how long a document has been rejected */
    ElasticsearchBackend(ElasticsearchConfig config, Metrics metrics, InstantSource clock, LongSupplier nanoClock) {
        this.config = Objects.requireNonNull(config, "config");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.nanoClock = nanoClock;
        this.connection = new ElasticsearchConnection(config);
        this.nodes = new NodeProcesses(NodeProcesses.of(connection), System::nanoTime);
        this.failures = ElasticsearchFailures.of(connection);
        this.indexes = new PhysicalIndexes(connection, config, failures);
        this.admin = new ElasticsearchIndexAdmin(connection, indexes, failures, clock);
        this.generations = new ElasticsearchGenerations(connection, config, failures, indexes, admin);
    }

    @Override
    public String name() {
        return "elasticsearch";
    }

    @Override
    public IndexAdmin admin() {
        return admin;
    }

    @Override
    public IndexGenerations generations() {
        return generations;
    }

    @Override
    public DocumentWriter openWriter(IndexDefinition definition, IndexMetadata metadata, Duration maxReadAge) {
        // Known processes show later whether a node was lost. And a missing permission is reported at the start.
        nodes.ask();
        indexes.addFields(metadata.physicalName(), indexes.require(metadata));
        ElasticsearchWriter writer = new ElasticsearchWriter(
                metadata.index(),
                definition,
                shared(metadata, maxReadAge),
                config.bulk().concurrentRequests(),
                DRAIN_TIMEOUT,
                new StubPurge(connection, metadata.physicalName())::purge,
                writers::remove);
        writers.add(writer);
        return writer;
    }

    private BulkSender.Shared shared(IndexMetadata metadata, Duration maxReadAge) {
        BulkBuffer buffer = new BulkBuffer(
                config.bulk().requestOperations() * config.bulk().concurrentRequests() * BUFFERED_REQUESTS_PER_SLOT,
                config.bulk().bufferBytes());
        SendLimits limits = new SendLimits(
                new SendLimits.Bounds(
                        config.bulk().concurrentRequests(),
                        config.bulk().requestOperations(),
                        config.bulk().requestBytes()),
                System::nanoTime);
        BulkMetrics bulk = new BulkMetrics(metrics, metadata.index(), buffer, limits);
        return new BulkSender.Shared(
                buffer,
                new BulkSender.Requests(
                        new BulkRequests(connection, metadata.physicalName(), config.requestTimeout(), bulk),
                        limits,
                        requests),
                new BulkSender.FailureHistory(
                        new PoisonDetector(nanoClock),
                        new UnansweredDocuments(
                                metadata.index(), nodes, UnansweredDocuments.Waits.ORDINARY, System::nanoTime)),
                new BulkSender.Acceptance(maxReadAge, DocumentLimit.of(config, connection), clock),
                new BulkSender.Backoffs(BACKOFF, THROTTLED_BACKOFF),
                new WriterHealth(metadata.index(), clock),
                bulk,
                new StopSignal());
    }

    @Override
    public DocumentSearcher openSearcher(IndexDefinition definition) {
        return openSearcher(definition, SearchTarget.alias(definition.name(), admin));
    }

    @Override
    public DocumentSearcher openSearcher(IndexDefinition definition, IndexMetadata generation) {
        SearchTarget target = SearchTarget.generation(generation, indexes);
        target.require();
        return openSearcher(definition, target);
    }

    private DocumentSearcher openSearcher(IndexDefinition definition, SearchTarget target) {
        return new ElasticsearchSearcher(connection, failures, indexes, definition, target);
    }

    /** Checks that the cluster answers and that no primary shard is missing. */
    @Override
    public CheckResult check() {
        try {
            HealthStatus status = connection.client().cluster().health().status();
            return status == HealthStatus.Red
                    ? CheckResult.failed("Elasticsearch at " + connection.urls() + " is red: some shards are missing")
                    : CheckResult.healthy();
        } catch (IOException | RuntimeException e) {
            return CheckResult.failed(failures.of("ask for the cluster's health", e));
        }
    }

    @Override
    public IndexDiagnosis diagnosis() {
        return new ElasticsearchDiagnosis(connection, config, failures);
    }

    @Override
    public void close() {
        List.copyOf(writers).forEach(DocumentWriter::close);
        connection.close();
    }
}
