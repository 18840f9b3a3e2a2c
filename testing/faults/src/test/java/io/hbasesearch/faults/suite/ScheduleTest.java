/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.fault.ElasticsearchFault;
import io.hbasesearch.faults.fault.Fault;
import io.hbasesearch.faults.fault.GatewayFault;
import io.hbasesearch.faults.fault.HBaseFault;
import io.hbasesearch.faults.fault.IndexerFault;
import io.hbasesearch.faults.fault.KafkaFault;
import java.util.Arrays;
import java.util.Collection;
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
        assertThat(Schedule.of(ANY, 0.05)).isEqualTo(Schedule.of(ANY, 0.05)).isNotEqualTo(Schedule.of(ANY + 1, 0.05));
    }

    @Test
    void anyTwentySeedsInARowHoldEveryClassAtLeastThreeTimes() {
        for (long first : List.of(0L, 7L, ANY, 4_000_000_000L)) {
            Map<String, Long> counts = LongStream.range(first, first + 20)
                    .mapToObj(seed -> Schedule.of(seed, 0.05))
                    .flatMap(schedule -> Stream.of(schedule.upstream(), schedule.downstream()))
                    .flatMap(Collection::stream)
                    .collect(Collectors.groupingBy(Fault::kind, Collectors.counting()));
            assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(everyClass());
            assertThat(counts.values()).allMatch(count -> count >= 3);
        }
    }

    private static List<String> everyClass() {
        return Stream.of(
                        HBaseFault.class,
                        KafkaFault.class,
                        ElasticsearchFault.class,
                        IndexerFault.class,
                        GatewayFault.class)
                .map(Class::getPermittedSubclasses)
                .flatMap(Arrays::stream)
                .map((Function<Class<?>, String>) Class::getSimpleName)
                .toList();
    }
}
