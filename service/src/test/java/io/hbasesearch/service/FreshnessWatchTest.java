/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FreshnessWatchTest {
    private static final TableId TABLE = TableId.parse("default:words");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final IndexMetadata INDEX = IndexMetadata.builder("words")
            .physicalName("words-1")
            .uuid(new UUID(1, 1))
            .createdAt(NOW)
            .table(TABLE)
            .source(new IndexSource("hbase-search.default.words", "topic-id", 4, 1, true))
            .definitionHash("hash")
            .build();

    private final AtomicReference<Optional<Instant>> announced = new AtomicReference<>(Optional.of(NOW));
    private final AtomicReference<Map<TableId, Duration>> unannounced =
            new AtomicReference<>(Map.of(TABLE, Duration.ZERO));
    private final Map<String, Long> reported = new HashMap<>();
    private final AtomicReference<Optional<Duration>> refreshInterval =
            new AtomicReference<>(Optional.of(Duration.ofSeconds(1)));
    private final MovableClock clock = new MovableClock();
    private final List<IndexMetadata> indexes = new ArrayList<>(List.of(INDEX));
    private final FreshnessWatch watch = new FreshnessWatch(
            () -> List.copyOf(indexes),
            index -> announced.get(),
            index -> refreshInterval.get(),
            () -> new FreshnessWatch.Sources(unannounced.get(), Map.copyOf(reported)),
            clock);

    private void look() {
        watch.look();
        clock.pass(Duration.ofSeconds(2));
    }

    private Freshness afterTwoLooks() {
        look();
        look();
        return watch.of(INDEX).orElseThrow();
    }

    @Test
    void aLookIsShownOnceTheNextHasBegunAsItsWritesAreSearchableThen() {
        assertThat(watch.of(INDEX)).isEmpty();
        look();
        assertThat(watch.of(INDEX)).isEmpty();
        announced.set(Optional.of(NOW.minusSeconds(100)));
        look();
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfter(NOW.minusSeconds(100));
        look();
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

    /** It may be dead, with edits that nobody has announced. */
    @Test
    void whatASilentServerHasIsKnownUpToItsLastReport() {
        announced.set(Optional.of(NOW.plusSeconds(3600)));
        for (long look = 1; look <= 30; look++) {
            reported.put("alive", look);
            reported.put("silent", Math.min(look, 3));
            look();
        }
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isBetween(NOW.minusSeconds(6), NOW.plusSeconds(6));

        reported.put("silent", 30L);
        for (long look = 31; look <= 33; look++) {
            reported.replaceAll((server, millis) -> millis + 1);
            look();
        }
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfter(NOW.plusSeconds(45));
    }

    /** Its logs are with another server, which reports nothing of them at first. */
    @Test
    void whatAServerThatIsGoneHadIsNotKnownForSomeMinutes() {
        announced.set(Optional.of(NOW.plusSeconds(3600)));
        reported.put("gone", 1L);
        look();
        reported.clear();
        for (long look = 1; look <= 120; look++) {
            reported.put("alive", look);
            look();
        }
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isBeforeOrEqualTo(NOW);

        for (long look = 121; look <= 160; look++) {
            reported.put("alive", look);
            look();
        }
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfter(NOW.plusSeconds(240));
    }

    @Test
    void freshnessCoversOnlyAnnouncedEventsIfServersAreUnknown() {
        unannounced.set(Map.of());

        assertThat(afterTwoLooks()).isEqualTo(new Freshness(NOW, NOW, false));
    }

    @Test
    void whatIsNotKnownNowStaysAsItWasAndAnIndexThatIsGoneIsForgotten() {
        Freshness known = afterTwoLooks();
        announced.set(Optional.empty());
        look();
        assertThat(watch.of(INDEX)).isPresent();
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfterOrEqualTo(known.asOf());

        indexes.clear();
        look();
        assertThat(watch.of(INDEX)).isEmpty();
    }

    /** Writes that are acknowledged, and that no search shows before the next refresh, are not promised. */
    @Test
    void nothingIsToldThatNoSearchShowsYet() {
        refreshInterval.set(Optional.of(Duration.ofSeconds(30)));
        announced.set(Optional.of(NOW.minusSeconds(100)));
        look();
        announced.set(Optional.of(NOW));
        for (int seconds = 2; seconds < 60; seconds += 2) {
            look();
            assertThat(watch.of(INDEX)).as(seconds + " s").isEmpty();
        }
        look();
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isEqualTo(NOW.minusSeconds(100));
        for (int seconds = 0; seconds < 60; seconds += 2) {
            look();
        }
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfter(NOW.minusSeconds(100));
    }

    @Test
    void whileNothingIsRefreshedWhatWasToldStays() {
        Freshness told = afterTwoLooks();
        refreshInterval.set(Optional.empty());
        announced.set(Optional.of(NOW.plusSeconds(3600)));
        for (int i = 0; i < 100; i++) {
            look();
        }
        assertThat(watch.of(INDEX)).contains(told);

        refreshInterval.set(Optional.of(Duration.ofSeconds(1)));
        look();
        assertThat(watch.of(INDEX))
                .as("what was indexed meanwhile is not refreshed yet")
                .contains(told);
        look();
        assertThat(watch.of(INDEX).orElseThrow().asOf()).isAfter(told.asOf());
    }

    private static final class MovableClock extends Clock {
        private Instant now = NOW;

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
