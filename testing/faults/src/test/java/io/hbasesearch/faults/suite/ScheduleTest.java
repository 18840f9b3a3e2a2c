/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.fault.CallerFault;
import io.hbasesearch.faults.fault.ElasticsearchFault;
import io.hbasesearch.faults.fault.Fault;
import io.hbasesearch.faults.fault.GatewayFault;
import io.hbasesearch.faults.fault.HBaseFault;
import io.hbasesearch.faults.fault.IndexerFault;
import io.hbasesearch.faults.fault.KafkaFault;
import io.hbasesearch.faults.fault.RowFault;
import io.hbasesearch.faults.fault.TopicFault;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long ANY = -1_234_567;

    @Test
    void aSeedAloneDecides() {
        assertThat(of(ANY)).isEqualTo(of(ANY)).isNotEqualTo(of(ANY + 1));
    }

    @Test
    void theShortSeedsOfTwentyInARowHoldEveryClassAtLeastThreeTimes() {
        for (long first : List.of(0L, 7L, 3_500L, 26_843_545_600L)) {
            Map<String, Long> counts =
                    strikes(LongStream.range(first, first + 20).filter(seed -> !Schedule.isLong(seed)));
            assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(everyClass());
            assertThat(counts.values()).allMatch(count -> count >= 3);
        }
    }

    @Test
    void twentySeedsHoldEveryLongOutageThreeTimesAtFullLength() {
        List<Schedule> schedules =
                Seeds.from("0badcafe", 20).stream().map(ScheduleTest::of).toList();
        List<Fault> full = schedules.stream()
                .filter(Schedule::isLong)
                .flatMap(schedule -> Stream.of(schedule.upstream(), schedule.downstream()))
                .flatMap(List::stream)
                .toList();
        assertThat(full)
                .filteredOn(fault -> fault.equals(new KafkaFault.KafkaUnreachable(Duration.ofMinutes(3))))
                .hasSize(3);
        assertThat(full)
                .filteredOn(
                        fault -> fault.equals(new ElasticsearchFault.ElasticsearchUnreachable(Duration.ofMinutes(10))))
                .hasSize(3);
        assertThat(full)
                .filteredOn(fault -> fault.equals(new HBaseFault.PeerDisabled(Duration.ofMinutes(3))))
                .hasSize(3);
        assertThat(full.stream()
                        .collect(Collectors.groupingBy(Fault::kind, Collectors.counting()))
                        .values())
                .containsOnly(3L);
    }

    @Test
    void everyClassHasWordsForTheTableOfReliability() {
        assertThat(ReliabilityTable.kinds()).containsExactlyInAnyOrderElementsOf(everyClass());
    }

    @Test
    void anOutageNeverShrinksUntilNobodyNotices() {
        Schedule schedule = Schedule.of(3, new Outages(0, 0));
        assertThat(schedule.upstream()).contains(new KafkaFault.KafkaUnreachable(Duration.ofSeconds(10)));
    }

    private static Schedule of(long seed) {
        return Schedule.of(seed, Outages.STANDARD);
    }

    private static Map<String, Long> strikes(LongStream seeds) {
        return seeds.mapToObj(ScheduleTest::of)
                .flatMap(schedule -> Stream.of(schedule.upstream(), schedule.downstream()))
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(Fault::kind, Collectors.counting()));
    }

    private static List<String> everyClass() {
        return Stream.of(
                        HBaseFault.class,
                        KafkaFault.class,
                        TopicFault.class,
                        ElasticsearchFault.class,
                        RowFault.class,
                        IndexerFault.class,
                        GatewayFault.class,
                        CallerFault.class)
                .map(Class::getPermittedSubclasses)
                .flatMap(Arrays::stream)
                .map((Function<Class<?>, String>) Class::getSimpleName)
                .toList();
    }
}
