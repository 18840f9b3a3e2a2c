/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeletionWatchTest {
    private static final int MANY = (int) DeletionWatch.LEAST_DELETIONS;

    private final PipelineHealth health = new PipelineHealth("test", Clock.systemUTC());
    private long nanos = -7;
    private final DeletionWatch watch = new DeletionWatch("test", Metrics.none(), () -> nanos);

    @Test
    void aJumpOfDeletionsIsAWarningUntilTheyBecomeFewer() {
        learn(2_000, 50);
        assertAlarm(false);
        for (int minute = 0; minute < 5; minute++) {
            write(100, MANY);
        }
        assertAlarm(true);
        assertThat(health.warned().orElseThrow().message())
                .contains("% of the writes of the last minutes, and 2 % before", "permission");
        assertThat(health.worst()).as("nothing fails").isEmpty();

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
    void whatWasEndedBeforeItBecameUsualIsAJumpAgain() {
        learn(2_000, 50);
        for (int minute = 0; minute < 50; minute++) {
            write(0, 3 * MANY);
        }
        assertAlarm(true);
        for (int minute = 0; minute < 6; minute++) {
            write(20_000, 50);
        }
        assertAlarm(false);
        for (int minute = 0; minute < 50; minute++) {
            write(0, 20 * MANY);
        }
        assertAlarm(true);
    }

    @Test
    void whatHasLastedForAnHourIsUsual() {
        learn(200_000, 50);
        nanos += Duration.ofMinutes(6).toNanos();
        // Told at the beginning of each minute and at its end, and raised at the beginning of the first.
        for (int minute = 1; minute < DeletionWatch.LASTING.toMinutes(); minute++) {
            write(MANY / 10, 2 * MANY);
            assertAlarm(true);
        }
        for (int minute = 0; minute < 120; minute++) {
            write(MANY / 10, 2 * MANY);
            assertAlarm(false);
        }
    }

    /** A put and its deletion within one poll cost one read, of a row that is gone. */
    @Test
    void aTableThatIsAQueueRaisesNoneAfterAStart() {
        for (int minute = 0; minute < 120; minute++) {
            write(10, 2 * MANY);
            assertAlarm(false);
        }
    }

    @Test
    void whoAlwaysDeletesMuchRaisesNone() {
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
    void whatIsUsualIsNotToldByFewWrites() {
        learn(MANY / 20, 0);
        write(0, 10 * MANY);
        assertAlarm(false);
    }

    @Test
    void whatIsUsualIsNotToldByOneMinute() {
        write(10 * MANY, 0);
        nanos += Duration.ofMinutes(6).toNanos();
        write(0, 10 * MANY);
        assertAlarm(false);
    }

    @Test
    void fewDeletionsRaiseNone() {
        learn(MANY, 0);
        nanos += Duration.ofMinutes(6).toNanos();
        write(0, MANY - 1);
        assertAlarm(false);
        write(0, 1);
        assertAlarm(true);
    }

    @Test
    void silenceEndsIt() {
        learn(MANY, 0);
        nanos += Duration.ofMinutes(6).toNanos();
        write(0, MANY);
        assertAlarm(true);
        nanos += Duration.ofMinutes(6).toNanos();
        assertAlarm(false);
    }

    /** Long enough that five minutes of it are no longer new. */
    private void learn(int documents, int deletions) {
        for (int minute = 0; minute < 10; minute++) {
            write(documents, deletions);
        }
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
        assertThat(health.warned().isPresent()).isEqualTo(raised);
    }
}
