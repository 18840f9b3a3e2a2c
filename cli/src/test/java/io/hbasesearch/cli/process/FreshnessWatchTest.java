/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.IndexMetadata;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FreshnessWatchTest {
    private static final TableId TABLE = TableId.parse("default:words");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final IndexMetadata INDEX = new IndexMetadata(
            "words",
            "words-1",
            new UUID(1, 1),
            TABLE,
            "hbase-search.default.words",
            "topic-id",
            4,
            1,
            "hash",
            NOW,
            true,
            Map.of());

    private final AtomicReference<Optional<Instant>> announced = new AtomicReference<>(Optional.of(NOW));
    private final AtomicReference<Map<TableId, Duration>> unannounced =
            new AtomicReference<>(Map.of(TABLE, Duration.ZERO));
    private final List<IndexMetadata> indexes = new ArrayList<>(List.of(INDEX));
    private final FreshnessWatch watch = new FreshnessWatch(
            () -> List.copyOf(indexes),
            index -> announced.get(),
            () -> new FreshnessWatch.Sources(unannounced.get()),
            Clock.fixed(NOW, ZoneOffset.UTC));

    private Freshness afterTwoLooks() {
        watch.look();
        watch.look();
        return watch.of(INDEX).orElseThrow();
    }

    @Test
    void aLookIsShownOnceTheNextHasBegunAsItsWritesAreSearchableThen() {
        assertThat(watch.of(INDEX)).isEmpty();
        watch.look();
        assertThat(watch.of(INDEX)).isEmpty();
        announced.set(Optional.of(NOW.minusSeconds(100)));
        watch.look();
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfter(NOW.minusSeconds(100));
        watch.look();
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isEqualTo(NOW.minusSeconds(100));
    }

    @Test
    void theOldestEditCountsWhereverItWaits() {
        announced.set(Optional.of(NOW.minusSeconds(30)));
        assertThat(afterTwoLooks()).isEqualTo(new Freshness(NOW.minusSeconds(30), NOW, true));

        unannounced.set(Map.of(TABLE, Duration.ofSeconds(60)));
        assertThat(afterTwoLooks().asOf()).isBeforeOrEqualTo(NOW.minusSeconds(60));
    }

    @Test
    void aServersReportIsAFewSecondsOldItself() {
        assertThat(afterTwoLooks().asOf()).isBefore(NOW);
    }

    @Test
    void whereNothingIsKnownOfTheServersOnlyWhatWasAnnouncedIsSpokenOf() {
        unannounced.set(Map.of());

        assertThat(afterTwoLooks()).isEqualTo(new Freshness(NOW, NOW, false));
    }

    @Test
    void whatIsNotKnownNowStaysAsItWasAndAnIndexThatIsGoneIsForgotten() {
        Freshness known = afterTwoLooks();
        announced.set(Optional.empty());
        watch.look();
        assertThat(watch.of(INDEX)).contains(known);

        indexes.clear();
        watch.look();
        assertThat(watch.of(INDEX)).isEmpty();
    }
}
