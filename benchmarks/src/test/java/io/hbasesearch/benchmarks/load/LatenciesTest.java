/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private static final int REQUESTS = 1_000;

    /** One is due each millisecond, and takes one or fifty. */
    private static Latencies latencies(IntPredicate isSlow) {
        return new Latencies(
                IntStream.range(0, REQUESTS)
                        .mapToLong(TimeUnit.MILLISECONDS::toNanos)
                        .toArray(),
                IntStream.range(0, REQUESTS)
                        .mapToLong(i -> TimeUnit.MILLISECONDS.toNanos(isSlow.test(i) ? 50 : 1))
                        .toArray(),
                REQUESTS);
    }

    @Test
    void aPercentileIsTheLatencyThatSoManyDoNotExceed() {
        Latencies latencies = latencies(i -> i < 10);
        assertThat(latencies.millis(Latencies.P99)).isEqualTo(1);
        assertThat(latencies.millis(0.991)).isEqualTo(50);
        assertThat(latencies.millis(0)).isEqualTo(1);
        assertThat(latencies.count()).isEqualTo(REQUESTS);
    }

    @Test
    void oneStallIsInOneMomentAndWhatIsSlowNowAndThenInMany() {
        assertThat(latencies(i -> i / 10 == 20).momentsOfTheSlowest()).isEqualTo(1);
        assertThat(latencies(i -> i % 100 == 7).momentsOfTheSlowest()).isEqualTo(10);
    }

    @Test
    void whereNoneIsSlowerThanTheRestNoMomentIsNamed() {
        assertThat(latencies(i -> false).momentsOfTheSlowest()).isZero();
    }
}
