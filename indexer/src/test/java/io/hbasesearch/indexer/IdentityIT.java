/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.KafkaRowAnnouncer;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.indexer.worker.IndexStatus;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An index that does not belong to its topic any more stops, says why and what to do, and holds no other back. */
@ExtendWith(TestServers.class)
@Timeout(240)
class IdentityIT extends IndexedTable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aTopicThatWasCreatedAgainStopsItsIndexAlone(BackendKind kind) {
        try (TestTable other = new TestTable();
                IndexBackend backend = kind.open(kind.newPlace())) {
            String otherIndex = "i-" + other.id().qualifier();
            create(backend, table, index);
            create(backend, other, otherIndex);
            List<IndexDefinition> definitions = List.of(table.definition(index), other.definition(otherIndex));
            try (Indexer indexer =
                    new Indexer(table.config(), backend, table.reader(), definitions, new CountingMetrics())) {
                indexer.start();
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));

                table.topics().delete(table.topic());
                await().atMost(PATIENCE)
                        .until(() -> table.topics().find(table.topic()).isEmpty());
                table.createTopic();

                IndexStatus failed = awaitFailed(indexer, 0);
                assertThat(failed.reason().code().orElseThrow())
                        .isIn(ErrorCode.INDEX_INCOMPATIBLE, ErrorCode.TOPIC_NOT_FOUND);
                assertThat(failed.reason().hint()).hasValueSatisfying(hint -> assertThat(hint)
                        .contains("hbase-search index epoch " + index + " --bump"));
                assertThat(indexer.check().ok()).isFalse();

                other.put(0, 10, "unmoved");
                await().atMost(PATIENCE).until(() -> other.isIndexed(backend, otherIndex));
                assertThat(indexer.statuses().get(1).state()).isEqualTo(IndexStatus.State.RUNNING);
            }
            try (Indexer again = table.indexer(backend, new CountingMetrics(), index)) {
                again.start();
                IndexStatus failed = awaitFailed(again, 0);
                assertThat(failed.reason().code()).contains(ErrorCode.INDEX_INCOMPATIBLE);
                assertThat(failed.reason().message()).contains("deleted and created again");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    @OnlyWithFaults
    void eventsThatAreGoneBeforeTheyWereIndexedAreNotSkipped(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend, table, index);
            table.put(0, 100, "unseen");
            KafkaProbe.deleteRecords(table.config().kafka(), table.topic(), TestTable.PARTITIONS);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                IndexStatus failed = awaitFailed(indexer, 0);
                assertThat(failed.reason().code()).contains(ErrorCode.OFFSETS_LOST);
                assertThat(failed.reason().hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains(remedy(kind)));
                if (kind == BackendKind.ELASTICSEARCH) {
                    assertRebuildHeals(backend, indexer);
                }
            }
            if (kind == BackendKind.LUCENE) {
                assertBumpHeals(backend);
            }
        }
    }

    @Test
    void damagedBatchStopsItsIndexAndReportsItsPlaceAndARemedy() throws Exception {
        stopsAtDamage(BackendKind.LUCENE);
    }

    @Test
    @OnlyWithFaults
    void anIndexThatIsBuiltAnewBeginsBehindADamagedBatch() throws Exception {
        stopsAtDamage(BackendKind.ELASTICSEARCH);
    }

    private void stopsAtDamage(BackendKind kind) throws Exception {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            IndexMetadata metadata = create(backend, table, index);
            table.put(0, 50, "damaged");
            TornLog.damageEvents(table.topic());
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                IndexStatus failed = awaitFailed(indexer, 0);
                assertThat(failed.reason().code()).contains(ErrorCode.OFFSETS_LOST);
                assertThat(failed.reason().message())
                        .containsPattern("at offset [0-9]+ of partition [0-2]: ")
                        .contains(table.topic());
                assertThat(failed.reason().hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains(remedy(kind)));
                if (kind == BackendKind.ELASTICSEARCH) {
                    assertRebuildHeals(backend, indexer);
                }
            }
            if (kind == BackendKind.LUCENE) {
                assertBumpNamesTheBatch(backend, metadata);
            }
        }
    }

    private void assertBumpNamesTheBatch(IndexBackend backend, IndexMetadata metadata) {
        try (IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka());
                IndexEpochs epochs =
                        new IndexEpochs(backend, lifecycle, table.config().kafka())) {
            assertThatThrownBy(() -> epochs.requireReadable(epochs.plan(metadata), Duration.ofSeconds(20)))
                    .hasMessageContaining("cannot read the batch at offset")
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.hint())
                            .hasValueSatisfying(hint -> assertThat(hint).contains("--recreate " + index)));
        }
    }

    @Test
    void aTopicThatMayNoLongerBeReadIsToldAndReadOnOnceItMay() {
        goesOnWithoutARestart(ResourceType.TOPIC, AclOperation.READ);
    }

    @OnlyWithFaults
    @ParameterizedTest
    @CsvSource({"TOPIC, DESCRIBE", "GROUP, DESCRIBE"})
    void anyRightThatIsTakenAwayIsToldAndMayBeGivenBack(ResourceType type, AclOperation operation) {
        goesOnWithoutARestart(type, operation);
    }

    private void goesOnWithoutARestart(ResourceType type, AclOperation operation) {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            IndexMetadata metadata = create(backend, table, index);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                String name = type == ResourceType.TOPIC ? table.topic() : metadata.consumerGroup();
                KafkaProbe.deny(table.config().kafka(), type, name, operation);
                try {
                    IndexStatus failed = awaitFailed(indexer, 0);
                    assertThat(failed.reason().code()).contains(ErrorCode.ACCESS_DENIED);
                    assertThat(failed.reason().message()).contains(name);
                    List<RowKey> unread = table.putUnannounced(0, 5, "while it was denied");
                    assertThat(unread).hasSize(5);
                } finally {
                    KafkaProbe.allow(table.config().kafka());
                }
                table.touch(0, 5);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                await().atMost(PATIENCE).until(() -> indexer.check().ok());
            }
        }
    }

    /** It need not stop: what it reads again after a restart is written at the same versions. */
    @OnlyWithFaults
    @Test
    void anIndexWhoseOffsetsMayNoLongerBeCommittedSaysSoAndGoesOn() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            IndexMetadata metadata = create(backend, table, index);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                KafkaProbe.deny(
                        table.config().kafka(), ResourceType.GROUP, metadata.consumerGroup(), AclOperation.READ);
                try {
                    table.put(5, 20, "while it was denied");
                    await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                                    indexer.statuses().get(0).reason().message())
                            .contains("committing offsets", metadata.consumerGroup(), "GroupAuthorizationException"));
                    await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                    assertThat(indexer.check().ok()).isFalse();
                } finally {
                    KafkaProbe.allow(table.config().kafka());
                }
                table.put(15, 30, "after");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                await().atMost(PATIENCE)
                        .until(() -> KafkaProbe.committed(table.config().kafka(), metadata.consumerGroup())
                                >= table.announced());
                await().atMost(PATIENCE).until(() -> indexer.check().ok());
            }
        }
    }

    /** Kafka keeps a group with members; an embedded index reads without being one. */
    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void aGroupThatSomebodyDeletesWhileItsIndexRunsIsNotMissed(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            IndexMetadata metadata = create(backend, table, index);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                if (kind == BackendKind.LUCENE) {
                    KafkaProbe.forgetOffsets(table.config().kafka(), metadata.consumerGroup());
                } else {
                    assertThatThrownBy(() ->
                                    KafkaProbe.forgetOffsets(table.config().kafka(), metadata.consumerGroup()))
                            .hasRootCauseInstanceOf(GroupNotEmptyException.class);
                }
                table.put(5, 20, "after");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                await().atMost(PATIENCE)
                        .until(() -> KafkaProbe.committed(table.config().kafka(), metadata.consumerGroup())
                                >= table.announced());
                assertThat(indexer.check().ok()).isTrue();
            }
        }
    }

    @Test
    void aTopicOfDeadLettersThatIsGoneIsCreatedAgain() {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            create(backend, table, index);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                KafkaProbe.deleteTopic(table.config().kafka(), TopicName.deadLetters(index));
                await().atMost(PATIENCE).until(() -> table.topics()
                        .find(TopicName.deadLetters(index))
                        .isEmpty());
                table.putUnmappable(3);
                table.put(4, 6, "goes on");
                await().atMost(PATIENCE)
                        .until(() -> table.topics()
                                        .find(TopicName.deadLetters(index))
                                        .isPresent()
                                && new DeadLetterReader(table.config().kafka()).count(index) > 0);
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                await().atMost(PATIENCE).until(() -> indexer.check().ok());
            }
        }
    }

    @Test
    void offsetsOfAnotherIndexAreNotTaken() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            IndexMetadata metadata = create(backend, table, index);
            Map<TopicPartition, OffsetAndMetadata> foreign = new HashMap<>();
            foreign.put(new TopicPartition(table.topic(), 1), new OffsetAndMetadata(0, "somebody"));
            KafkaProbe.setOffsets(table.config().kafka(), metadata.consumerGroup(), foreign);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                IndexStatus failed = awaitFailed(indexer, 0);
                assertThat(failed.reason().code()).contains(ErrorCode.OFFSETS_LOST);
                assertThat(failed.reason().message()).contains("partition 1").contains("for another");
                table.put(0, 20, "unseen");
                assertRebuildHeals(backend, indexer);
            }
        }
    }

    @Test
    void deletedTopicStopsItsIndexAndARecreatedOneIsPickedUp() {
        try (IndexBackend backend = BackendKind.ELASTICSEARCH.open(BackendKind.ELASTICSEARCH.newPlace())) {
            create(backend, table, index);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                table.topics().delete(table.topic());
                IndexStatus failed = awaitFailed(indexer, 0);
                assertThat(failed.reason().code().orElseThrow())
                        .isIn(ErrorCode.TOPIC_NOT_FOUND, ErrorCode.INDEX_INCOMPATIBLE);
                assertThat(failed.reason().message()).contains(table.topic());
                await().atMost(PATIENCE)
                        .until(() -> table.topics().find(table.topic()).isEmpty());
                table.createTopic();
                try (IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka())) {
                    lifecycle.delete(index, true);
                    lifecycle.create(table.definition(index));
                }
                table.put(0, 20, "after");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                assertThat(indexer.check().ok()).isTrue();
            }
        }
    }

    /** As index delete and index create do, in a process of their own: not while this one has it open to search in it. */
    @Test
    void failedEmbeddedIndexRecoversAfterDeletionAndRecreation() {
        String place = BackendKind.LUCENE.newPlace();
        try (IndexBackend backend = BackendKind.LUCENE.open(place);
                IndexBackend command = BackendKind.LUCENE.open(place);
                IndexLifecycle lifecycle =
                        new IndexLifecycle(command, table.config().kafka())) {
            create(backend, table, index);
            try (Indexer indexer = table.indexer(backend, new CountingMetrics(), index)) {
                indexer.start();
                table.put(0, 10, "before");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                try (DocumentSearcher searcher = backend.openSearcher(table.definition(index))) {
                    assertThat(searcher.check().ok()).isTrue();
                    table.topics().delete(table.topic());
                    awaitFailed(indexer, 0);
                    assertThatThrownBy(() -> lifecycle.delete(index, true))
                            .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                                assertThat(failure.code()).isEqualTo(ErrorCode.INDEX_LOCKED);
                                assertThat(failure.hint()).hasValueSatisfying(hint -> assertThat(hint)
                                        .contains("Stop that process, run this again, and start it after that"));
                            });
                    assertThat(lifecycle.find(index)).isPresent();
                }
                await().atMost(PATIENCE)
                        .until(() -> table.topics().find(table.topic()).isEmpty());
                table.createTopic();
                lifecycle.delete(index, true);
                lifecycle.create(table.definition(index));
                table.put(0, 20, "after");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                await().atMost(PATIENCE).until(() -> indexer.check().ok());
                table.assertIndexed(backend, index);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BackendKind.class)
    void indexKeepsItsOriginalDefinitionAndWarnsOfAChangedOne(BackendKind kind) {
        try (IndexBackend backend = kind.open(kind.newPlace())) {
            create(backend, table, index);
            IndexDefinition old = table.definition(index);
            IndexDefinition changed = IndexDefinition.of(
                    index,
                    old.table(),
                    old.rowKeyFormat(),
                    List.of(FieldMapping.of("other", ColumnName.of("absent", "column"), FieldType.LONG)));
            try (Indexer indexer =
                    new Indexer(table.config(), backend, table.reader(), List.of(changed), new CountingMetrics())) {
                indexer.start();
                table.put(0, 10, "by the old definition");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                IndexStatus status = indexer.statuses().get(0);
                assertThat(status.state()).isEqualTo(IndexStatus.State.RUNNING);
                assertThat(status.warns()).isTrue();
                assertThat(status.reason().message()).contains("hbase-search reindex " + index + " --rebuild");
                assertThat(indexer.check().ok()).isTrue();
            }
        }
    }

    @Test
    void aDefinitionForAnotherTableStopsItsIndex() {
        try (TestTable other = new TestTable();
                IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace())) {
            create(backend, table, index);
            try (Indexer indexer = new Indexer(
                    table.config(), backend, table.reader(), List.of(other.definition(index)), new CountingMetrics())) {
                indexer.start();
                assertThat(awaitFailed(indexer, 0).reason().code()).contains(ErrorCode.INDEX_INCOMPATIBLE);
            }
        }
    }

    @Test
    void aTableThatDoesNotExistStopsItsIndexAndCommitsNothing() {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace());
                IndexLifecycle lifecycle =
                        new IndexLifecycle(backend, table.config().kafka())) {
            IndexDefinition absent = TestSettings.definition(index, TableId.parse("no_such_table"));
            assertThatThrownBy(() -> lifecycle.create(absent)).hasMessageContaining("has no topic in Kafka");
            assertThat(lifecycle.find(index)).isEmpty();
        }
    }

    @Test
    void aTouchHasItsRowReadAgainWhateverNewerTopicTheTableHas() {
        try (IndexBackend backend = BackendKind.LUCENE.open(BackendKind.LUCENE.newPlace());
                KafkaRowAnnouncer announcer =
                        new KafkaRowAnnouncer(table.config().kafka(), new CountingMetrics(), Clock.systemUTC())) {
            IndexMetadata metadata = create(backend, table, index);
            table.createTopic(2);
            CountingMetrics metrics = new CountingMetrics();
            try (Indexer indexer = table.indexer(backend, metrics, index)) {
                indexer.start();
                table.put(0, 10, "row");
                await().atMost(PATIENCE).until(() -> table.isIndexed(backend, index));
                announcer.touch(metadata, List.of(TestTable.row(3), TestTable.row(3), TestTable.row(4)));
                String events = "hbase_search_indexer_events_total";
                await().atMost(PATIENCE).until(() -> metrics.count(events, index) == table.announced() + 2);
                table.assertIndexed(backend, index);
            }
        }
    }

    private static IndexStatus awaitFailed(Indexer indexer, int number) {
        await().atMost(PATIENCE).until(() -> indexer.statuses().get(number).state() == IndexStatus.State.FAILED);
        return indexer.statuses().get(number);
    }
}
