/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A topic that somebody compacts: the last event of each row stays, so that nothing is lost; records without a key are refused. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class CompactedTopicIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String NAME = "compacted";
    private static final String TOPIC = "hbase-search.default.compacted";
    private static final int ROWS = 40;

    @Test
    void aCompactedTopicLosesNoEditAndRefusesBackfills(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), NAME, 1);
        Site site = new Site(servers.addresses(), directory, NAME, NAME);
        site.addPeer(NAME, NAME, 1);
        site.run(0, "index", "create", NAME);
        Map<String, String> compact = Map.of(
                "cleanup.policy", "compact",
                "segment.ms", "1000",
                "min.cleanable.dirty.ratio", "0.01",
                "max.compaction.lag.ms", "1000");
        configure(servers, compact);
        int[] round = {0};
        Oracle.await("a compacted topic", PATIENCE, () -> {
            write(table, round[0]++);
            long[] counts = countRecords(servers);
            return counts[0] < counts[1];
        });

        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", NAME));
            Site.Ended refused = site.end("reindex", NAME);
            assertThat(refused.exitCode()).as(refused.output()).isNotZero();
            assertThat(refused.output()).contains("cleanup.policy").contains(TOPIC);

            configure(servers, Map.of("cleanup.policy", "delete"));
            site.run(0, "reindex", NAME);
            write(table, round[0]);
            site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", NAME));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void write(TestTable table, int round) {
        try (Table open = table.open()) {
            List<Put> puts = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                puts.add(new Put(Bytes.toBytes("row" + row))
                        .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("round " + round)));
            }
            open.put(puts);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void configure(Servers servers, Map<String, String> settings) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, TOPIC);
        List<AlterConfigOp> changes = settings.entrySet().stream()
                .map(each ->
                        new AlterConfigOp(new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", servers.kafka().bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(topic, changes)).all().get();
        }
    }

    /** How many records the topic has, and how many it ever had. */
    private static long[] countRecords(Servers servers) {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(TOPIC).stream()
                    .map(info -> new TopicPartition(TOPIC, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long found = 0;
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                found += consumer.poll(Duration.ofMillis(200)).count();
            }
            return new long[] {
                found, ends.values().stream().mapToLong(Long::longValue).sum()
            };
        }
    }
}
