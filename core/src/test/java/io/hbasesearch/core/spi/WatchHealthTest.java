/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchHealthTest {
    private final AtomicLong nanos = new AtomicLong(-5);
    private final Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:10:00Z"), ZoneOffset.UTC);
    private final WatchHealth health =
            new WatchHealth("the watch of topics", Duration.ofSeconds(30), nanos::get, clock);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void isWellUntilFiveMinutesHavePassedWithoutSuccess() {
        health.failed(new IllegalStateException("no answer"));
        pass(Duration.ofSeconds(299));
        assertThat(health.check()).isEqualTo(CheckResult.healthy());
        pass(Duration.ofSeconds(1));
        assertThat(health.check().ok()).isFalse();
        assertThat(health.check().message())
                .contains("the watch of topics has not succeeded since 2026-01-01T00:05:00Z (300 s)", "no answer");
        health.succeeded();
        assertThat(health.check()).isEqualTo(CheckResult.healthy());
    }

    @Test
    void aThreadThatDiedIsNoticedThoughItSaysNothing() {
        health.succeeded();
        pass(Duration.ofMinutes(6));
        assertThat(health.check().ok()).isFalse();
        assertThat(health.check().message()).contains("its thread has died");
    }

    @Test
    void theErrorHasItsHint() {
        health.failed(new HBaseSearchException(
                ErrorCode.SERVER_UNREACHABLE, "asking", "Check kafka.bootstrapServers.", null));
        pass(Duration.ofMinutes(6));
        assertThat(health.check().message()).endsWith("asking. Check kafka.bootstrapServers.");
    }

    @Test
    void aPermissionThatIsMissingIsAWarningAsEverythingElseWorks() {
        health.failed(new HBaseSearchException(ErrorCode.ACCESS_DENIED, "listing peers", null, null));
        pass(Duration.ofMinutes(6));
        assertThat(health.check().ok()).isTrue();
        assertThat(health.check().message()).contains("listing peers");
    }

    @Test
    void aRareLookHasThreeOfItsIntervals() {
        WatchHealth rare = new WatchHealth("the rare one", Duration.ofMinutes(10), nanos::get, clock);
        pass(Duration.ofMinutes(29));
        assertThat(rare.check()).isEqualTo(CheckResult.healthy());
        pass(Duration.ofMinutes(1));
        assertThat(rare.check().ok()).isFalse();
    }
}
