/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.verify.Difference;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ScrubStateTest {
    private final Readings readings = new Readings();
    private final ManualClock clock = new ManualClock();
    private final ScrubState state = new ScrubState("mail", true, readings, clock);

    @Test
    void countsByClassAndRemembersTheLastPass() {
        state.begin(4);
        state.compared(100);
        differs(Difference.Kind.MISSING);
        differs(Difference.Kind.MISSING);
        differs(Difference.Kind.EXTRA);
        state.announced(3);
        state.rangeDone();

        assertThat(readings.of("hbase_search_scrub_rows_total")).isEqualTo(100);
        assertThat(readings.of("hbase_search_scrub_repaired_total")).isEqualTo(3);
        assertThat(readings.of("hbase_search_scrub_differences_total", "missing"))
                .isEqualTo(2);
        assertThat(readings.of("hbase_search_scrub_differences_total", "extra")).isEqualTo(1);
        assertThat(readings.of("hbase_search_scrub_differences_total", "stale")).isZero();
        assertThat(readings.of("hbase_search_scrub_pass_progress_ratio")).isEqualTo(0.25);
        assertThat(readings.of("hbase_search_scrub_last_pass_differences")).isZero();
        assertThat(state.describe()).isEqualTo("scrub: 25 % of a pass, 3 differences so far");

        clock.now = clock.now.plusSeconds(90);
        state.end();
        assertThat(readings.of("hbase_search_scrub_pass_seconds")).isEqualTo(90);
        assertThat(readings.of("hbase_search_scrub_last_pass_differences")).isEqualTo(3);
        assertThat(readings.of("hbase_search_scrub_last_pass_timestamp_seconds"))
                .isEqualTo(clock.now.getEpochSecond());
        assertThat(readings.of("hbase_search_scrub_pass_progress_ratio")).isZero();
        assertThat(state.describe())
                .isEqualTo("scrub: the last pass ended at 2026-01-01T00:01:30Z, took 90 s and found 3 differences");
    }

    @Test
    void aPassThatCouldNotJudgeSomeRowsSaysSo() {
        state.begin(1);
        state.undecided(2);
        state.undecided(5);
        state.end();
        assertThat(readings.of("hbase_search_scrub_last_pass_undecided_rows")).isEqualTo(7);
        assertThat(state.describe()).endsWith("found 0 differences; undecided: 7 rows, as the index was behind");

        state.begin(1);
        state.end();
        assertThat(readings.of("hbase_search_scrub_last_pass_undecided_rows")).isZero();
        assertThat(state.describe()).endsWith("found 0 differences");
    }

    @Test
    void aPassThatIsGivenUpIsNoLastPass() {
        state.begin(4);
        differs(Difference.Kind.STALE);
        state.giveUp();
        assertThat(state.describe()).isEmpty();
        assertThat(readings.of("hbase_search_scrub_last_pass_timestamp_seconds"))
                .isZero();

        state.begin(4);
        state.end();
        assertThat(readings.of("hbase_search_scrub_last_pass_differences"))
                .as("of that pass alone")
                .isZero();
    }

    @Test
    void whatIsForgottenRaisesNoAlarm() {
        state.begin(1);
        differs(Difference.Kind.MISSING);
        state.undecided(2);
        clock.now = clock.now.plusSeconds(90);
        state.end();
        state.forget();

        for (String figure : List.of("differences", "undecided_rows", "timestamp_seconds")) {
            assertThat(readings.of("hbase_search_scrub_last_pass_" + figure)).isZero();
        }
        assertThat(readings.of("hbase_search_scrub_pass_seconds")).isZero();
        assertThat(readings.of("hbase_search_scrub_differences_total", "missing"))
                .as("a counter never goes back")
                .isEqualTo(1);
        assertThat(state.describe()).isEmpty();
    }

    /** The alert about a scrub that compares nothing looks at the time of the last pass. */
    @Test
    void whereNothingIsMeantToBeScrubbedNobodyWaitsForAPass() {
        Readings without = new Readings();
        ScrubState off = new ScrubState("mail", false, without, clock);

        for (String figure : List.of("differences", "undecided_rows", "timestamp_seconds")) {
            assertThat(without.of("hbase_search_scrub_last_pass_" + figure)).isNaN();
        }
        assertThat(without.of("hbase_search_scrub_pass_seconds")).isNaN();
        assertThat(off.describe()).isEmpty();
    }

    private void differs(Difference.Kind kind) {
        RowKey row = RowKey.utf8("row");
        state.differs(new Difference(kind, DocumentId.of(row), Optional.of(row), "for a test"));
    }

    /** What a monitor would read. */
    private static final class Readings implements Metrics {
        private final Map<List<String>, DoubleSupplier> values = new ConcurrentHashMap<>();

        double of(String name, String... tags) {
            List<Double> found = values.entrySet().stream()
                    .filter(entry ->
                            entry.getKey().get(0).equals(name) && entry.getKey().containsAll(List.of(tags)))
                    .map(entry -> entry.getValue().getAsDouble())
                    .toList();
            assertThat(found).as(name).hasSize(1);
            return found.get(0);
        }

        @Override
        public Counter counter(String name, String help, String... tags) {
            AtomicLong count = new AtomicLong();
            values.put(key(name, tags), count::get);
            return count::addAndGet;
        }

        @Override
        public Timer timer(String name, String help, String... tags) {
            return duration -> {};
        }

        @Override
        public <T> void gauge(String name, String help, T target, ToDoubleFunction<T> value, String... tags) {
            values.put(key(name, tags), () -> value.applyAsDouble(target));
        }

        private static List<String> key(String name, String... tags) {
            List<String> key = new ArrayList<>(List.of(name));
            key.addAll(List.of(tags));
            return List.copyOf(key);
        }
    }

    private static final class ManualClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

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
