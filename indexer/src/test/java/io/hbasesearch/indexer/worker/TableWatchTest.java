/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.TableCondition;
import io.hbasesearch.indexer.CountingMetrics;
import io.hbasesearch.indexer.TestSettings;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableWatchTest {
    private static final String REPLACED = "hbase_search_indexer_table_replaced_total";
    private static final TableCondition SOUND = condition(true, Map.of("d", true), Map.of(range("", ""), 1L));

    /** One look after the other; the last one stays. */
    private final Queue<Supplier<Optional<TableCondition>>> conditions = new ConcurrentLinkedQueue<>();

    private final PipelineHealth health = new PipelineHealth("i", Clock.systemUTC());
    private final CountingMetrics metrics = new CountingMetrics();
    private final TableWatch watch = new TableWatch(
            TestSettings.definition("i", TableId.parse("t")), new NoRows(), health, Duration.ofMillis(5), metrics);

    @AfterEach
    void close() {
        watch.close();
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void aSoundTableAilsNothing() {
        watch.look(SOUND);
        watch.look(SOUND);

        assertThat(health.worst()).isEmpty();
        assertThat(metrics.count(REPLACED, "i")).isZero();
    }

    @Test
    void aDisabledTableShowsUntilItIsEnabled() {
        watch.look(condition(false, Map.of("d", true), Map.of(range("", ""), 1L)));
        assertThat(health.worst().orElseThrow().message()).contains("t is disabled");

        watch.look(SOUND);
        assertThat(health.worst()).isEmpty();
    }

    @Test
    void aFamilyThatIsNoLongerAnnouncedShowsWithTheCommandThatHeals() {
        watch.look(condition(true, Map.of("d", false, "other", true), Map.of(range("", ""), 1L)));

        assertThat(health.worst().orElseThrow().message())
                .contains("REPLICATION_SCOPE", "family d", "peer add --set-scope");
    }

    @Test
    void aFamilyThatIsNotMappedMayDoAsItLikes() {
        watch.look(condition(true, Map.of("d", true, "other", false), Map.of(range("", ""), 1L)));

        assertThat(health.worst()).isEmpty();
    }

    @Test
    void everyFamilyCountsIfTheDefinitionMapsNoColumn() {
        TableWatch ofKeys = watch("rowKey: {field: id}\nfields: {kind: {value: mail, type: keyword}}");
        ofKeys.look(condition(true, Map.of("d", true, "other", true), Map.of(range("", ""), 1L)));
        assertThat(health.worst()).isEmpty();

        ofKeys.look(condition(true, Map.of("d", true, "other", false), Map.of(range("", ""), 1L)));
        assertThat(health.worst().orElseThrow().message()).contains("family other", "peer add --set-scope");
        ofKeys.close();
    }

    @Test
    void aFamilyThatIsMappedWholeIsOneThatTheIndexNeeds() {
        TableWatch ofFamily = watch("fields: {all: {columns: 'w:*', type: json}}");
        ofFamily.look(condition(true, Map.of("d", false, "w", false), Map.of(range("", ""), 1L)));
        assertThat(health.worst().orElseThrow().message())
                .contains("family w are not announced")
                .doesNotContain("family d");
        ofFamily.close();
        assertThatThrownBy(() -> ofFamily.look(SOUND)).hasMessageContaining("no family w");
    }

    private TableWatch watch(String definition) {
        return new TableWatch(
                DefinitionText.read("i", "table: t\n" + definition),
                new NoRows(),
                health,
                Duration.ofMillis(5),
                metrics);
    }

    @Test
    void aMappedFamilyThatIsGoneEndsTheRun() {
        assertThatThrownBy(() -> watch.look(condition(true, Map.of("e", true), Map.of(range("", ""), 1L))))
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                    assertThat(e.getMessage()).contains("no family d");
                });
    }

    @Test
    void familiesThatMayNotBeKnownAreTakenForSound() {
        watch.look(condition(true, Map.of(), Map.of(range("", ""), 1L)));

        assertThat(health.worst()).isEmpty();
    }

    @Test
    void tableMissingTwiceInSuccessionEndsTheRunButOnceDoesNot() {
        watch.look(SOUND);
        watch.look(TableCondition.missing());
        watch.look(SOUND);
        watch.look(TableCondition.missing());

        assertThatThrownBy(() -> watch.look(TableCondition.missing()))
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
                    assertThat(e.hint().orElseThrow()).contains("index delete i", "verify i --repair");
                });
    }

    @Test
    void aRegionMadeAnewTellsOfTruncation() {
        watch.look(SOUND);
        watch.look(condition(true, Map.of("d", true), Map.of(range("", ""), 2L)));

        assertThat(metrics.count(REPLACED, "i")).isEqualTo(1);
    }

    @Test
    void splitsAndMergesAreNoTruncation() {
        watch.look(SOUND);
        watch.look(condition(true, Map.of("d", true), Map.of(range("", "m"), 2L, range("m", ""), 2L)));
        watch.look(condition(true, Map.of("d", true), Map.of(range("", ""), 3L)));

        assertThat(metrics.count(REPLACED, "i")).isZero();
    }

    /** Where it is wrong, as {@link TableCondition#replaces} says. */
    @Test
    void recreatedTableWithOtherRegionsCountsAsSplitOrMerged() {
        watch.look(SOUND);
        watch.look(condition(true, Map.of("d", true), Map.of(range("", "g"), 9L, range("g", ""), 9L)));
        watch.look(condition(true, Map.of("d", true), Map.of(range("", ""), 12L)));

        assertThat(metrics.count(REPLACED, "i")).isZero();
    }

    @Test
    void manyRegionsThatBecomeOneTellOfTruncationWithoutKeepingSplits() {
        watch.look(condition(
                true, Map.of("d", true), Map.of(range("", "g"), 1L, range("g", "m"), 1L, range("m", ""), 1L)));
        watch.look(condition(true, Map.of("d", true), Map.of(range("", ""), 2L)));

        assertThat(metrics.count(REPLACED, "i")).isEqualTo(1);
    }

    @Test
    void aTableMadeAnewIsToldOnce() {
        watch.look(SOUND);
        assertThat(watch.takeReplaced()).isFalse();
        watch.look(condition(true, Map.of("d", true), Map.of(range("", ""), 2L)));
        assertThat(watch.takeReplaced()).isTrue();
        assertThat(watch.takeReplaced()).isFalse();
    }

    @Test
    void itsThreadFindsWhatEndsTheRun() {
        conditions.add(() -> Optional.of(SOUND));
        conditions.add(() -> Optional.of(TableCondition.missing()));
        conditions.add(() -> Optional.of(TableCondition.missing()));
        watch.check();
        watch.start();
        await().untilAsserted(() -> assertThatThrownBy(watch::check).isInstanceOf(HBaseSearchException.class));
    }

    @Test
    void aLookThatFailsSaysNothingOfTheTableAndIsTakenAgain() {
        conditions.add(() -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "away");
        });
        conditions.add(Optional::empty);
        conditions.add(() -> Optional.of(condition(false, Map.of("d", true), Map.of(range("", ""), 1L))));
        watch.start();
        await().until(() -> health.worst().isPresent());
        assertThat(health.worst().orElseThrow().message()).contains("is disabled");
        watch.check();
    }

    @Test
    void aDefectShowsInTheHealthUntilALookSucceeds() {
        AtomicBoolean broken = new AtomicBoolean(true);
        conditions.add(() -> {
            if (broken.get()) {
                throw new NoClassDefFoundError("a class");
            }
            return Optional.of(SOUND);
        });
        watch.start();
        await().until(() -> health.worst().isPresent());
        assertThat(health.worst().orElseThrow().message()).contains("fails unexpectedly", "a class");
        broken.set(false);
        await().until(() -> health.worst().isEmpty());
    }

    private static TableCondition condition(
            boolean enabled, Map<String, Boolean> families, Map<KeyRange, Long> regions) {
        return new TableCondition(true, enabled, families, regions);
    }

    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }

    /** Knows the table's condition, and nothing of its rows. */
    private final class NoRows extends PartialRowReader {
        @Override
        public Optional<TableCondition> inspect(TableId table) {
            Supplier<Optional<TableCondition>> next = conditions.size() > 1 ? conditions.poll() : conditions.peek();
            return next == null ? Optional.empty() : next.get();
        }
    }
}
