/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.GivenServers;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Against a real broker: what it deletes, and when, is its own affair. */
class TopicBacklogsIT {
    private static final Duration TOLERANCE = Duration.ofMinutes(2);
    private static @Nullable KafkaServer started;
    private static String kafka;

    private AdminCalls calls;
    private TopicBacklogs backlogs;
    private IndexMetadata index;

    @BeforeAll
    static void startKafka() throws Exception {
        Optional<GivenServers> given = GivenServers.find();
        if (given.isPresent()) {
            kafka = given.get().kafka();
            return;
        }
        KafkaServer server = KafkaServer.builder(Files.createTempDirectory("hbase-search-backlog-test"))
                .deleteDataOnClose()
                .build();
        started = server;
        server.start();
        server.awaitReady(Duration.ofMinutes(1));
        kafka = server.bootstrapServers();
    }

    @AfterAll
    static void stopKafka() {
        if (started != null) {
            started.close();
        }
    }

    @BeforeEach
    void createTopic(TestInfo test) {
        KafkaConfig config = new KafkaConfig(kafka, Map.of());
        calls = new AdminCalls(config, "test");
        backlogs = new TopicBacklogs(config, Clock.systemUTC());
        TopicName name =
                TopicName.of("default", test.getTestMethod().orElseThrow().getName(), 1);
        String id = new Topics(calls).create(name, 2, (short) 1).id();
        index = Fixtures.metadata(name.table().toLowerCase(java.util.Locale.ROOT))
                .physicalName("physical")
                .createdAt(Instant.now())
                .table(new TableId("default", name.table()))
                .source(new IndexSource(name.toString(), id, 2, 1, true))
                .build();
    }

    @AfterEach
    void close() {
        backlogs.close();
        calls.close();
    }

    @Test
    void knowsNothingOfAnIndexWithoutOffsets() {
        assertThat(backlogs.of(index)).isEmpty();
    }

    @Test
    void theOldestUnreadEventIsFoundAtEachLook() throws Exception {
        produce(0, Duration.ofHours(5), 3);
        produce(1, Duration.ofHours(1), 2);
        commit(0, 0);

        try (UnindexedEvents events = new UnindexedEvents(new KafkaConfig(kafka, Map.of()), Clock.systemUTC())) {
            Instant oldest = events.coveredUntil(index).orElseThrow();
            assertThat(Duration.between(oldest, Instant.now()))
                    .isBetween(Duration.ofHours(5), Duration.ofHours(5).plus(TOLERANCE));
            assertThat(events.coveredUntil(index)).contains(oldest);
            commit(3, 0);
            assertThat(Duration.between(events.coveredUntil(index).orElseThrow(), Instant.now()))
                    .isBetween(Duration.ofHours(1), Duration.ofHours(1).plus(TOLERANCE));
        }
    }

    @Test
    void tellsHowSoonTheOldestUnreadEventMayBeDeleted() throws Exception {
        produce(0, Duration.ofDays(6), 3);
        produce(1, Duration.ofDays(5), 2);
        commit(1, 0);

        TopicBacklog backlog = backlogs.of(index).orElseThrow();

        assertThat(backlog.unreadEvents()).isEqualTo(4);
        assertThat(backlog.headroomEvents()).isZero();
        assertThat(backlog.retention()).contains(Duration.ofDays(7));
        assertThat(backlog.headroom().orElseThrow())
                .isBetween(Duration.ofDays(1).minus(TOLERANCE), Duration.ofDays(1));
        assertThat(backlog.headroomBytes()).isEmpty();
        assertThat(backlog.isLost()).isFalse();
    }

    @Test
    void hasTheWholeRetentionWhenEverythingIsRead() throws Exception {
        produce(0, Duration.ofDays(6), 3);
        commit(3, 0);

        TopicBacklog backlog = backlogs.of(index).orElseThrow();

        assertThat(backlog.unreadEvents()).isZero();
        assertThat(backlog.headroom()).contains(Duration.ofDays(7));
    }

    @Test
    void hasNoEndWhenTheTopicKeepsEverything() throws Exception {
        produce(0, Duration.ofDays(6), 3);
        commit(0, 0);
        set(TopicConfig.RETENTION_MS_CONFIG, "-1");

        assertThat(backlogs.of(index).orElseThrow().headroom()).isEmpty();
    }

    @Test
    void estimatesWhatUnreadEventsLeaveOfALimitInBytes() throws Exception {
        produce(0, Duration.ZERO, 100);
        commit(50, 0);
        set(TopicConfig.RETENTION_BYTES_CONFIG, "1000000");

        TopicBacklog backlog = backlogs.of(index).orElseThrow();

        assertThat(backlog.retentionBytes()).hasValue(1_000_000);
        // 50 events of a kilobyte are unread.
        assertThat(backlog.headroomBytes().orElseThrow()).isBetween(935_000L, 950_000L);
    }

    @Test
    void seesThatUnreadEventsAreGone() throws Exception {
        produce(0, Duration.ZERO, 10);
        commit(4, 0);
        calls.admin()
                .deleteRecords(Map.of(new TopicPartition(index.topic(), 0), RecordsToDelete.beforeOffset(6)))
                .all()
                .get(20, TimeUnit.SECONDS);

        TopicBacklog backlog = backlogs.of(index).orElseThrow();

        assertThat(backlog.isLost()).isTrue();
        assertThat(backlog.headroomEvents()).isEqualTo(-2);
        assertThat(backlog.unreadEvents()).isEqualTo(4);
    }

    private void produce(int partition, Duration age, int count) throws Exception {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers", kafka,
                "key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer",
                "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties)) {
            for (int i = 0; i < count; i++) {
                long time = Instant.now().minus(age).toEpochMilli();
                producer.send(new ProducerRecord<>(index.topic(), partition, time, new byte[] {1}, new byte[1_000]))
                        .get(20, TimeUnit.SECONDS);
            }
        }
    }

    private void commit(long first, long second) {
        new GroupOffsets(calls)
                .set(
                        index,
                        Map.of(
                                0,
                                new Position(first, OptionalInt.empty()),
                                1,
                                new Position(second, OptionalInt.empty())),
                        Optional.empty());
    }

    private void set(String key, String value) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, index.topic());
        AlterConfigOp change = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
        calls.admin()
                .incrementalAlterConfigs(Map.of(topic, List.of(change)))
                .all()
                .get(20, TimeUnit.SECONDS);
    }
}
