/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.verify.IndexOffsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private long nanos = -5;
    private long acknowledged;
    private long end;
    private int asked;
    private boolean down;
    private final Backlog backlog = new Backlog(this::offsets, TOLERANCE, () -> nanos);

    @Test
    void anIdleTopicIsUpToDateAtOnce() {
        assertThat(backlog.isUpToDate()).isTrue();
        end = acknowledged = 1_000;
        pass(Duration.ofMinutes(1));
        assertThat(backlog.isUpToDate()).isTrue();
    }

    @Test
    void streamThatKeepsUpIsUpToDateDespiteManyEventsInFlight() {
        for (int second = 0; second < 60; second++) {
            pass(Duration.ofSeconds(1));
            end += 50_000;
            acknowledged = Math.max(0, end - 400_000);
            assertThat(backlog.isUpToDate()).as("second %d", second).isEqualTo(second >= 8);
        }
    }

    @Test
    void whatStandsStillIsNotUpToDateHoweverFewEventsWait() {
        assertThat(backlog.isUpToDate()).isTrue();
        end = 1;
        for (int turn = 1; turn < 60; turn++) {
            pass(Duration.ofSeconds(2));
            assertThat(backlog.isUpToDate()).as("turn %d", turn).isEqualTo(turn <= 5);
        }
        acknowledged = 1;
        pass(Duration.ofSeconds(2));
        assertThat(backlog.isUpToDate()).isTrue();
    }

    @Test
    void doesNotAskMoreOftenThanItLearnsFrom() {
        for (int i = 0; i < 100; i++) {
            backlog.isUpToDate();
            pass(Duration.ofMillis(100));
        }
        assertThat(asked).isBetween(7, 11);
    }

    @Test
    void nobodyAnsweringIsNotUpToDate() {
        down = true;
        assertThat(backlog.isUpToDate()).isFalse();
        down = false;
        pass(Duration.ofSeconds(2));
        assertThat(backlog.isUpToDate()).isTrue();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private IndexOffsets offsets() {
        asked++;
        if (down) {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker");
        }
        return new IndexOffsets(Map.of(0, end, 1, acknowledged), Map.of(0, end, 1, end));
    }
}
