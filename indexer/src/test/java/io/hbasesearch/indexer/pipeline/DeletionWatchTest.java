/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeletionWatchTest {
    private static final int MANY = (int) DeletionWatch.LEAST_DELETIONS;

    private final Health health = new Health("test", Clock.systemUTC());
    private long nanos = -7;
    private final DeletionWatch watch = new DeletionWatch("test", Metrics.none(), () -> nanos);

    @Test
    void aJumpOfDeletionsIsAnAlarmUntilTheyBecomeFewer() {
        for (int minute = 0; minute < 10; minute++) {
            write(2_000, 50);
        }
        assertAlarm(false);
        for (int minute = 0; minute < 5; minute++) {
            write(100, MANY);
        }
        assertAlarm(true);
        assertThat(health.worst().orElseThrow().message()).contains("% were deletions, and 2 % before", "permission");

        for (int minute = 0; minute < 30; minute++) {
            write(0, MANY);
            assertAlarm(true);
        }
        for (int minute = 0; minute < 6; minute++) {
            write(2_000, 50);
        }
        assertAlarm(false);
    }

    @Test
    void whoAlwaysDeletesMuchRaisesNone() {
        write(2 * MANY, MANY);
        for (int minute = 0; minute < 20; minute++) {
            write(MANY, MANY - 1);
            assertAlarm(false);
        }
        for (int minute = 0; minute < 20; minute++) {
            write(MANY, 4 * MANY);
            assertAlarm(false);
        }
    }

    @Test
    void fewDeletionsRaiseNone() {
        write(0, MANY - 1);
        assertAlarm(false);
        write(0, 1);
        assertAlarm(true);
    }

    @Test
    void silenceEndsIt() {
        write(0, MANY);
        assertAlarm(true);
        nanos += Duration.ofMinutes(6).toNanos();
        assertAlarm(false);
    }

    private void write(int documents, int deletions) {
        for (int i = 0; i < documents + deletions; i++) {
            watch.written(i >= documents);
        }
        watch.tell(health);
        nanos += Duration.ofMinutes(1).toNanos();
    }

    private void assertAlarm(boolean raised) {
        watch.tell(health);
        assertThat(health.worst().isPresent()).isEqualTo(raised);
    }
}
