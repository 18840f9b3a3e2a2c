/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.config.OperationsConfig;
import io.hbasesearch.core.config.ScrubConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Configurations and definitions that the tests, and the processes they start, agree on. */
public final class TestSettings {
    static final ColumnName BODY = ColumnName.of("d", "body");

    private TestSettings() {}

    public static IndexDefinition definition(String index, TableId table) {
        return definition(index, table, RowKeyFormat.TEXT);
    }

    static IndexDefinition definition(String index, TableId table, RowKeyFormat format) {
        return new IndexDefinition(
                index, table, format, List.of(FieldMapping.of("body", BODY, FieldType.TEXT)), "hash-of-" + index);
    }

    static ServiceConfig withScrub(ServiceConfig config, ScrubConfig scrub) {
        return new ServiceConfig(
                config.hbase(),
                config.kafka(),
                config.index(),
                config.indexer(),
                scrub,
                config.gateway(),
                config.operations(),
                config.definitions());
    }

    static ServiceConfig withStubRetention(ServiceConfig config, Duration retention) {
        IndexerConfig indexer = config.indexer();
        return new ServiceConfig(
                config.hbase(),
                config.kafka(),
                config.index(),
                new IndexerConfig(
                        indexer.pollRecords(),
                        indexer.readBatch(),
                        indexer.readConcurrency(),
                        indexer.buffer(),
                        indexer.timings(),
                        retention,
                        indexer.maxRowBytes()),
                config.scrub(),
                config.gateway(),
                config.operations(),
                config.definitions());
    }

    /** A group notices within seconds that a member was killed. */
    static ServiceConfig config(String zookeeper, String kafka) {
        return config(zookeeper, kafka, Duration.ofSeconds(10));
    }

    static ServiceConfig config(String zookeeper, String kafka, Duration hbaseTimeout) {
        return new ServiceConfig(
                new HBaseConfig(zookeeper, "/hbase", Optional.empty(), Map.of(), hbaseTimeout),
                new KafkaConfig(kafka, Map.of("session.timeout.ms", new Secret("6000"))),
                new BackendConfig(
                        BackendConfig.Kind.LUCENE,
                        new ElasticsearchConfig(
                                List.of(),
                                ElasticsearchConfig.Credentials.NONE,
                                Optional.empty(),
                                new ElasticsearchConfig.NewIndex(1, 0, Duration.ofSeconds(1)),
                                new ElasticsearchConfig.BulkLimits(
                                        1, 1, 1, 1, ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES),
                                Duration.ofSeconds(1)),
                        new LuceneConfig(Path.of("unused"), Duration.ofSeconds(1), 1)),
                new IndexerConfig(
                        500,
                        50,
                        4,
                        new IndexerConfig.Buffer(5_000, 32 << 20),
                        new IndexerConfig.Timings(
                                Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(15)),
                        Duration.ofHours(24),
                        IndexerConfig.rowBytesOfHeap()),
                new ScrubConfig(false, 1_000, Duration.ofSeconds(1), Duration.ofMillis(100), 1_000, 10),
                new GatewayConfig("127.0.0.1", 0, List.of(), Duration.ofSeconds(10), 100),
                new OperationsConfig("127.0.0.1", 0),
                Path.of("unused"));
    }
}
