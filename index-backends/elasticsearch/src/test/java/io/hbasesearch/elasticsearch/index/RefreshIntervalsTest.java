/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch.indices.IndexState;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefreshIntervalsTest {
    private static Optional<Duration> written(String text) {
        return RefreshIntervals.of(Time.of(time -> time.time(text)));
    }

    @Test
    void anyUnitOfElasticsearchIsRead() {
        assertThat(written("200ms")).contains(Duration.ofMillis(200));
        assertThat(written("30s")).contains(Duration.ofSeconds(30));
        assertThat(written("2m")).contains(Duration.ofMinutes(2));
        assertThat(written("500micros")).contains(Duration.ofNanos(500_000));
    }

    @Test
    void whatIsSwitchedOffOrNotUnderstoodHasNoBound() {
        assertThat(written("-1")).isEmpty();
        assertThat(written("soon")).isEmpty();
    }

    @Test
    void anIndexThatSaysNothingIsRefreshedEverySecond() {
        assertThat(RefreshIntervals.of(IndexState.of(index -> index))).contains(Duration.ofSeconds(1));
        assertThat(RefreshIntervals.of(IndexState.of(
                        index -> index.settings(s -> s.index(i -> i.refreshInterval(t -> t.time("-1")))))))
                .isEmpty();
    }
}
