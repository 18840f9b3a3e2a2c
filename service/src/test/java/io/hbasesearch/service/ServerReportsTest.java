/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerReportsTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final long AGE = 6;

    private final ServerReports reports = new ServerReports();

    @Test
    void theServerThatIsSilentForLongestCounts() {
        covered(0, Map.of("one", 1L, "other", 1L));
        covered(2, Map.of("one", 2L, "other", 2L));
        assertThat(covered(4, Map.of("one", 3L, "other", 2L))).isEqualTo(START.plusSeconds(2 - AGE));
        assertThat(covered(6, Map.of("one", 4L, "other", 3L))).isEqualTo(START.plusSeconds(6 - AGE));
    }

    @Test
    void aClockThatStepsBackIsNoSilence() {
        covered(0, Map.of("one", 1_000L));
        assertThat(covered(2, Map.of("one", 10L))).isEqualTo(START.plusSeconds(2 - AGE));
    }

    @Test
    void whatCameBetweenTwoAnswersMayHaveComeAtItsBeginning() {
        covered(0, Map.of("one", 1L));
        covered(30, Map.of());
        assertThat(covered(60, Map.of("one", 2L))).isEqualTo(START);
        assertThat(covered(62, Map.of("one", 3L))).isEqualTo(START.plusSeconds(62 - AGE));
    }

    @Test
    void aServerIsGoneFromTheAnswerOnThatLacksIt() {
        covered(0, Map.of("one", 1L, "other", 1L));
        covered(900, Map.of());
        covered(1_000, Map.of("other", 2L));
        assertThat(covered(1_299, Map.of("other", 3L))).isEqualTo(START.minusSeconds(AGE));
        covered(1_301, Map.of("other", 4L));
        assertThat(covered(1_303, Map.of("other", 5L))).isEqualTo(START.plusSeconds(1_303 - AGE));
    }

    private Instant covered(long second, Map<String, Long> reported) {
        return reports.covered(reported, START.plusSeconds(second));
    }
}
