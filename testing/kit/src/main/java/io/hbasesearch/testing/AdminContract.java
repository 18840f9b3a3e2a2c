/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.failed;
import static io.hbasesearch.testing.Fixtures.field;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Indexes are created once, remember where they come from, and are gone when they are deleted. */
public abstract class AdminContract extends BackendContract {
    @Test
    void metadataIsFoundAsItWasStored() {
        IndexSource source = Fixtures.source(definition());
        IndexMetadata created = metadata();
        assertThat(created.index()).isEqualTo(definition().name());
        assertThat(created.table()).isEqualTo(definition().table());
        assertThat(created.definitionHash()).isEqualTo(definition().hash());
        assertThat(created.topic()).isEqualTo(source.topic());
        assertThat(created.topicId()).isEqualTo(source.topicId());
        assertThat(created.partitions()).isEqualTo(source.partitions());
        assertThat(created.epoch()).isEqualTo(source.epoch());
        assertThat(created.complete()).isFalse();
        assertThat(created.analyzers()).containsOnlyKeys("body");
        assertThat(admin().find(definition().name())).contains(created);
        assertThat(admin().list()).contains(created);
    }

    @Test
    void anIndexOfAnEmptyTableIsCompleteFromTheStart() {
        IndexDefinition empty = Fixtures.messages(Fixtures.uniqueName("empty"));
        IndexSource source = new IndexSource("hbase-search.default.empty", "topic-id", 3, Fixtures.EPOCH, true);
        try {
            assertThat(admin().create(empty, source).complete()).isTrue();
            assertThat(admin().find(empty.name()).orElseThrow().complete()).isTrue();
        } finally {
            admin().delete(empty.name());
        }
    }

    @Test
    void anIndexIsCompleteOnceItIsMarkedAndKeepsItsDocuments() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "cat"));
            admin().markComplete(definition().name());
            assertThat(admin().find(definition().name())).contains(metadata().completed());
            write(writer, upsert("b", 1, "cat"));
        }
        admin().markComplete(definition().name());
        harness().reopen(metadata());
        assertThat(admin().find(definition().name())).contains(metadata().completed());
        assertCounts(2, 0, 0);
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> admin().markComplete(Fixtures.uniqueName("nobody")));
    }

    @Test
    void metadataOutlivesWritesAndAReopenedIndex() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "cat"));
        }
        harness().reopen(metadata());
        assertThat(admin().find(definition().name())).contains(metadata());
    }

    @Test
    void movedIndexKeepsItsDocumentsAndAcceptsNewerOnes() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "cat"), upsert("b", 900, "cat"), deleted("c", 2));
        }
        IndexSource source = new IndexSource("hbase-search.default.messages.e2", "another-id", 3, Fixtures.EPOCH + 1);
        Map<Integer, Position> positions = Map.of(0, beginning(), 1, beginning(), 2, beginning());
        IndexMetadata moved = admin().move(metadata(), source, positions);
        assertThat(moved).isEqualTo(metadata().movedTo(source));
        assertThat(moved.epoch()).isEqualTo(Fixtures.EPOCH + 1);
        assertThat(admin().find(definition().name())).contains(moved);
        assertThat(scanAll()).hasSize(3);
        try (DocumentWriter writer = backend().openWriter(definition(), moved, MAX_READ_AGE)) {
            writer.positions().ifPresent(store -> assertThat(store.load()).isEqualTo(positions));
            RowVersion first = RowVersion.of(moved.epoch(), 0);
            assertThat(write(
                            writer,
                            new IndexOperation.Upsert(
                                    RowKey.utf8("b"), first, System.currentTimeMillis(), Fixtures.message("dog"))))
                    .containsExactly(new WriteResult.Applied());
        }
        admin().delete(definition().name());
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> admin().move(moved, source, positions));
    }

    @Test
    void aMoveChangesTheTopicAndNothingElseThatWasStoredMeanwhile() {
        IndexMetadata planned = metadata();
        admin().markComplete(definition().name());
        IndexSource source = new IndexSource("hbase-search.default.messages.e2", "another-id", 3, Fixtures.EPOCH + 1);
        IndexMetadata moved = admin().move(planned, source, Map.of(0, beginning()));
        assertThat(moved).isEqualTo(planned.completed().movedTo(source));
        assertThat(admin().move(planned, source, Map.of(0, beginning()))).isEqualTo(moved);
        IndexSource other = new IndexSource("hbase-search.default.messages.e3", "third-id", 3, Fixtures.EPOCH + 2);
        assertFails(ErrorCode.INDEX_INCOMPATIBLE, () -> admin().move(planned, other, Map.of(0, beginning())));
        assertThat(admin().find(definition().name())).contains(moved);
    }

    @Test
    void positionsAreReadBesideTheOwnerWhereTheIndexKeepsThem() {
        try (DocumentWriter writer = openWriter()) {
            Map<Integer, Position> positions = Map.of(0, new Position(7, OptionalInt.of(3)), 1, beginning());
            writer.positions().ifPresent(store -> store.commit(positions));
            assertThat(admin().positions(metadata()))
                    .isEqualTo(writer.positions().map(store -> positions));
        }
    }

    private static Position beginning() {
        return new Position(0, OptionalInt.empty());
    }

    @Test
    void anIndexThatNobodyCreatedIsNotFound() {
        String other = Fixtures.uniqueName("nobody");
        assertThat(admin().find(other)).isEmpty();
        assertThat(admin().delete(other)).isFalse();
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> admin().statistics(other));
    }

    @Test
    void anIndexIsCreatedOnce() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "cat"));
        }
        assertFails(ErrorCode.ALREADY_EXISTS, () -> admin().create(definition(), Fixtures.source(definition())));
        assertThat(admin().find(definition().name())).contains(metadata());
        assertThat(scanAll()).hasSize(1);
    }

    @Test
    void aDeletedIndexIsGoneAndItsNameIsFree() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "cat"));
        }
        assertThat(admin().delete(definition().name())).isTrue();
        assertThat(admin().delete(definition().name())).isFalse();
        assertThat(admin().find(definition().name())).isEmpty();
        assertThat(admin().list())
                .noneMatch(found -> found.index().equals(definition().name()));

        IndexMetadata again = admin().create(definition(), Fixtures.source(definition()));
        assertThat(again.uuid()).isNotEqualTo(metadata().uuid());
        assertThat(scanAll()).isEmpty();
    }

    @Test
    void aWriterOfTheDeletedIndexDoesNotWriteToItsSuccessor() {
        try (DocumentWriter old = openWriter()) {
            write(old, upsert("a", 1, "cat"));
            admin().delete(definition().name());
            admin().create(definition(), Fixtures.source(definition()));
            assertFails(ErrorCode.INDEX_NOT_FOUND, () -> write(old, upsert("b", 2, "dog")));
        }
        assertThat(scanAll()).isEmpty();
    }

    @Test
    void statisticsCountDocumentsAndStubsApart() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat"), upsert("b", 2, "cat"), upsert("c", 3, "cat"), upsert("d", 4, "cat"));
            write(writer, deleted("a", 5), failed("b", 6), deleted("e", 7), upsert("c", 8, "dog"));
            searcher.refresh();
            assertCounts(2, 2, 1);
        }
        harness().reopen(metadata());
        assertCounts(2, 2, 1);
    }

    @Test
    void theFirstAnalyzerThatTheBackendHasIsChosen() {
        IndexDefinition definition = withAnalyzers(List.of("no-such-analyzer", "standard", "whitespace"));
        assertThat(admin().chooseAnalyzers(definition)).containsOnlyKeys("body").containsEntry("body", "standard");
        try {
            IndexMetadata created = admin().create(definition, Fixtures.source(definition));
            assertThat(created.analyzers()).containsEntry("body", "standard");
        } finally {
            admin().delete(definition.name());
        }
    }

    @Test
    void aFieldWithoutAnAvailableAnalyzerIsNamed() {
        IndexDefinition definition = withAnalyzers(List.of("no-such-analyzer", "nor-this-one"));
        assertThatThrownBy(() -> admin().create(definition, Fixtures.source(definition)))
                .hasMessageContaining("body")
                .hasMessageContaining("no-such-analyzer");
        assertFails(ErrorCode.CONFIGURATION_INVALID, () -> admin().create(definition, Fixtures.source(definition)));
        assertThat(admin().find(definition.name())).isEmpty();
    }

    private void assertCounts(long documents, long deletedStubs, long failedStubs) {
        IndexStatistics statistics = admin().statistics(definition().name());
        assertThat(statistics.documents()).isEqualTo(documents);
        assertThat(statistics.deletedStubs()).isEqualTo(deletedStubs);
        assertThat(statistics.failedStubs()).isEqualTo(failedStubs);
        assertThat(statistics.bytes()).isPositive();
    }

    private static IndexDefinition withAnalyzers(List<String> analyzers) {
        return Fixtures.definition(
                Fixtures.uniqueName("analyzers"), field("body", FieldType.TEXT).withAnalyzers(analyzers));
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(code));
    }
}
