/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.failed;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexGenerations.Redundancy;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An index is built anew beside the live one, takes its place in one step, and gives it back. */
public abstract class GenerationContract extends GenerationTests {
    @Test
    void aNewIndexHasOneGenerationAndItIsLive() {
        assertThat(generations().list(definition().name()))
                .containsExactly(new IndexGeneration(metadata(), State.LIVE));
        assertThat(metadata().generation()).isEqualTo(IndexMetadata.FIRST_GENERATION);
    }

    @Test
    void aGenerationRemembersWhereItComesFrom() {
        IndexDefinition changed = withTopic();
        IndexMetadata begun = generations().begin(changed, laterSource());
        assertThat(begun.index()).isEqualTo(definition().name());
        assertThat(begun.generation()).isEqualTo(2);
        assertThat(begun.definitionHash()).isEqualTo(changed.hash());
        assertThat(begun.topic()).isEqualTo(laterSource().topic());
        assertThat(begun.topicId()).isEqualTo(laterSource().topicId());
        assertThat(begun.epoch()).isEqualTo(laterSource().epoch());
        assertThat(begun.analyzers()).containsOnlyKeys("body", "topic");
        assertThat(begun.uuid()).isNotEqualTo(metadata().uuid());
        assertThat(begun.consumerGroup()).isNotEqualTo(metadata().consumerGroup());
        assertThat(DefinitionText.read(begun.index(), begun.definition()).fields())
                .isEqualTo(changed.fields());
        assertThat(begun.isMadeBy(changed)).isTrue();
        assertThat(begun.definitionOr(definition()).fields()).isEqualTo(changed.fields());
        harness().reopen(begun);
        assertStates(tuple(metadata(), State.LIVE), tuple(begun, State.BUILDING));
    }

    @Test
    void noReaderOfTheNameSeesWhatIsBeingBuilt() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        try (DocumentWriter live = openWriter();
                DocumentWriter building = openWriter(begun)) {
            write(live, upsert("a", 1, "old"), upsert("b", 2, "old"));
            write(building, upsert("c", 1, "new"), topic("d", 2, "weather"));
            assertThat(rowsOf(scanAll())).containsExactly("a", "b");
            assertThat(search(word("body", "new")).total()).isZero();
            assertThat(search(word("body", "old")).total()).isEqualTo(2);
            assertThat(admin().find(definition().name())).contains(metadata());
            assertThat(admin().list()).contains(metadata()).doesNotContain(begun);
            assertThat(admin().statistics(definition().name()).documents()).isEqualTo(2);
        }
    }

    @Test
    void bothGenerationsAreWrittenWithIndependentVersions() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        try (DocumentWriter live = openWriter();
                DocumentWriter building = openWriter(begun)) {
            write(live, upsert("a", 9, "live"));
            assertThat(write(building, upsert("a", 5, "building"), deleted("b", 6), failed("c", 7)))
                    .containsOnly(new WriteResult.Applied());
            assertThat(write(live, upsert("b", 3, "live"))).containsOnly(new WriteResult.Applied());
        }
        assertThat(rowsOf(scanAll())).containsExactly("a", "b");
        try (DocumentSearcher searcher = backend().openSearcher(withTopic(), begun)) {
            searcher.refresh();
            assertThat(scanAll(searcher))
                    .extracting(IndexedDocument::row, IndexedDocument::state)
                    .containsExactly(
                            tuple(RowKey.utf8("a"), IndexedDocument.State.LIVE),
                            tuple(RowKey.utf8("b"), IndexedDocument.State.DELETED),
                            tuple(RowKey.utf8("c"), IndexedDocument.State.FAILED));
            assertThat(rowsOf(searchAll(searcher))).as("stubs are never found").containsExactly("a");
        }
        assertThat(generations().statistics(begun).documents()).isEqualTo(1);
        assertThat(generations().statistics(begun).deletedStubs()).isEqualTo(1);
        assertThat(generations().statistics(metadata()).documents()).isEqualTo(2);
    }

    @Test
    void theNewGenerationTakesTheOldOnesPlaceForEverybody() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        try (DocumentWriter live = openWriter();
                DocumentWriter building = openWriter(begun);
                DocumentSearcher opened = openSearcher();
                DocumentSearcher withNewField = backend().openSearcher(withTopic())) {
            write(live, upsert("a", 1, "old"));
            write(building, topic("b", 1, "weather"), deleted("c", 2));
            assertThat(searchAll(opened).total()).isLessThanOrEqualTo(1);
            generations().makeLive(begun);

            assertThat(rowsOf(searchAll(opened))).containsExactly("b");
            assertThat(rowsOf(search(withNewField, word("topic", "weather")))).containsExactly("b");
            assertThat(rowsOf(scanAll())).containsExactly("b", "c");
            assertThat(admin().find(definition().name())).contains(begun);
            assertThat(admin().list()).contains(begun).doesNotContain(metadata());
            assertThat(admin().statistics(definition().name()).documents()).isEqualTo(1);
            assertStates(tuple(metadata(), State.OLD), tuple(begun, State.LIVE));
            assertThat(write(building, upsert("d", 3, "after"))).containsOnly(new WriteResult.Applied());
            assertThat(write(live, upsert("e", 4, "kept"))).containsOnly(new WriteResult.Applied());
        }
        harness().reopen(begun);
        assertThat(rowsOf(scanAll())).containsExactly("b", "c", "d");
        assertStates(tuple(metadata(), State.OLD), tuple(begun, State.LIVE));
    }

    @Test
    void theOldGenerationTakesItsPlaceBackAndTheOtherCanBeDropped() {
        IndexMetadata begun = filledGeneration("new", 1);
        generations().makeLive(begun);
        generations().makeLive(begun);
        try (DocumentWriter old = openWriter()) {
            write(old, upsert("a", 1, "old"));
        }
        generations().makeLive(metadata());
        assertThat(rowsOf(scanAll())).containsExactly("a");
        assertStates(tuple(metadata(), State.LIVE), tuple(begun, State.OLD));

        generations().drop(begun);
        generations().drop(begun);
        assertStates(tuple(metadata(), State.LIVE));
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> openWriter(begun).close());
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> generations().makeLive(begun));
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> generations().statistics(begun));
        assertThat(rowsOf(scanAll())).containsExactly("a");
    }

    @Test
    void aGenerationTakesThePlaceOfNoOtherThanTheOneThatIsExpected() {
        IndexMetadata begun = filledGeneration("new", 1);
        generations().makeLive(begun, metadata().uuid());
        generations().makeLive(begun, metadata().uuid());
        assertStates(tuple(metadata(), State.OLD), tuple(begun, State.LIVE));
        IndexMetadata third = generations().begin(withTopic(), laterSource());
        assertFails(ErrorCode.INDEX_LOCKED, () -> generations()
                .makeLive(third, metadata().uuid()));
        assertStates(tuple(metadata(), State.OLD), tuple(begun, State.LIVE), tuple(third, State.BUILDING));
        generations().makeLive(third, begun.uuid());
        assertStates(tuple(metadata(), State.OLD), tuple(begun, State.OLD), tuple(third, State.LIVE));
    }

    @Test
    void theLiveGenerationIsNotDropped() {
        IndexMetadata begun = filledGeneration("new", 1);
        assertFails(ErrorCode.USAGE, () -> generations().drop(metadata()));
        generations().makeLive(begun);
        assertFails(ErrorCode.USAGE, () -> generations().drop(begun));
        assertThat(scanAll()).hasSize(1);
        generations().drop(metadata());
        assertStates(tuple(begun, State.LIVE));
        assertThat(scanAll()).hasSize(1);
    }

    @Test
    void aWriterOfADroppedGenerationIsToldAndCreatesNothing() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        try (DocumentWriter writer = openWriter(begun)) {
            write(writer, upsert("a", 1, "new"));
            generations().drop(begun);
            assertFails(ErrorCode.INDEX_NOT_FOUND, () -> write(writer, upsert("b", 2, "new")));
        }
        assertStates(tuple(metadata(), State.LIVE));
    }

    @Test
    void oneGenerationIsBuiltAtATime() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        assertFails(ErrorCode.ALREADY_EXISTS, () -> generations().begin(withTopic(), laterSource()));
        generations().makeLive(begun);
        IndexMetadata third = generations().begin(withTopic(), laterSource());
        assertThat(third.generation()).isEqualTo(3);
        assertStates(tuple(metadata(), State.OLD), tuple(begun, State.LIVE), tuple(third, State.BUILDING));
    }

    @Test
    void anIndexThatDoesNotExistHasNoGenerationsAndGetsNone() {
        IndexDefinition nobody = Fixtures.messages(Fixtures.uniqueName("nobody"));
        assertThat(generations().list(nobody.name())).isEmpty();
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> generations().begin(nobody, Fixtures.source(nobody)));
        assertThat(generations().list(nobody.name())).isEmpty();
    }

    @Test
    void deletingTheIndexDeletesEveryGeneration() {
        generations().makeLive(filledGeneration("new", 1));
        IndexMetadata third = filledGeneration("newer", 1);
        assertThat(admin().delete(definition().name())).isTrue();
        assertThat(generations().list(definition().name())).isEmpty();
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> openWriter(third).close());
        assertThat(admin().create(definition(), Fixtures.source(definition())).generation())
                .isEqualTo(IndexMetadata.FIRST_GENERATION);
    }

    @Test
    void aScanThatHasBegunEndsOnTheGenerationItBeganOn() {
        int documents = 1_500;
        try (DocumentWriter live = openWriter()) {
            write(live, upserts("old", documents));
        }
        IndexMetadata begun = filledGeneration("new", 10);
        try (DocumentSearcher searcher = openSearcher()) {
            searcher.refresh();
            try (DocumentCursor scan = searcher.scan()) {
                List<IndexedDocument> seen = new ArrayList<>(List.of(scan.next()));
                generations().makeLive(begun);
                scan.forEachRemaining(seen::add);
                assertThat(seen).hasSize(documents);
                assertThat(rowsOf(seen)).allMatch(row -> row.startsWith("old"));
            }
            searcher.refresh();
            assertThat(scanAll(searcher)).hasSize(10);
        }
    }

    @Test
    void aGenerationSaysWhetherItHasAllItsCopies() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        assertThat(generations().redundancy(metadata())).isEqualTo(Redundancy.FULL);
        assertThat(generations().redundancy(begun)).isEqualTo(Redundancy.FULL);
        generations().drop(begun);
        assertFails(ErrorCode.INDEX_NOT_FOUND, () -> generations().redundancy(begun));
    }

    @Test
    void settingsLoweredWhileItIsFilledAreBackWhenReadersSeeIt() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        generations().lowerSettings(begun);
        generations().lowerSettings(begun);
        try (DocumentWriter writer = openWriter(begun);
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upserts("new", 10));
            generations().makeLive(begun);
            assertThat(searchAll(searcher).total()).isEqualTo(10);
            write(writer, upsert("later", 11, "later"));
            awaitFound(searcher, 11);
        }
    }

    @Test
    void settingsThatAKilledProcessHasLoweredAreRestoredByTheNext() {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        generations().restoreSettings(begun);
        generations().lowerSettings(begun);
        harness().reopen(begun);
        generations().restoreSettings(begun);
        generations().restoreSettings(begun);
        try (DocumentWriter writer = openWriter(begun);
                DocumentSearcher searcher = backend().openSearcher(withTopic(), begun)) {
            write(writer, upserts("new", 3));
            awaitFound(searcher, 3);
        }
        assertStates(tuple(metadata(), State.LIVE), tuple(begun, State.BUILDING));
    }
}
