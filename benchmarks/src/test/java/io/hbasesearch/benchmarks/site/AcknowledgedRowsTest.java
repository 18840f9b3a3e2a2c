/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AcknowledgedRowsTest {
    private final AcknowledgedRows rows = new AcknowledgedRows();

    private void acknowledge() {
        rows.timer(AcknowledgedRows.ACKNOWLEDGED, "").record(Duration.ofMillis(1));
    }

    @Test
    void theFirstIsThatSinceItWasAskedFor() throws Exception {
        acknowledge();
        rows.expectFirst();
        assertThat(rows.firstNanos()).isZero();
        long asked = System.nanoTime();
        acknowledge();
        long first = rows.firstNanos();
        assertThat(first - asked).isNotNegative();
        acknowledge();
        assertThat(rows.firstNanos()).isEqualTo(first);
        assertThat(rows.await(3, Duration.ofSeconds(10)) - first).isNotNegative();
    }

    @Test
    void anEventThatWasJoinedToAnotherIsAcknowledgedWithIt() throws Exception {
        acknowledge();
        rows.counter("hbase_search_indexer_coalesced_events_total", "").add(2);
        rows.await(3, Duration.ofSeconds(10));
        assertThat(rows.firstNanos()).isNotZero();
    }
}
