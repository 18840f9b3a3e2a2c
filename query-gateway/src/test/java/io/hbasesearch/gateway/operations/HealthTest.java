/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HealthTest {
    private static final Duration PATIENCE = Duration.ofMillis(200);

    @Test
    void isReadyWhenEveryComponentIs() {
        try (Health health = health(Map.of("a", CheckResult::healthy, "b", CheckResult::healthy))) {
            assertThat(health.report().ready()).isTrue();
            assertThat(health.report().status()).isEqualTo("ok");
        }
    }

    @Test
    void namesTheComponentThatFailsAndWhy() {
        try (Health health = health(Map.of("a", CheckResult::healthy, "b", () -> CheckResult.failed("no quorum")))) {
            HealthReport report = health.report();

            assertThat(report.ready()).isFalse();
            assertThat(report.components().get("a").ok()).isTrue();
            assertThat(report.components().get("b")).isEqualTo(new HealthReport.Component(false, "no quorum", ""));
        }
    }

    @Test
    void aWarningDegradesAProcessThatIsStillReady() {
        try (Health health =
                health(Map.of("a", CheckResult::healthy, "b", () -> CheckResult.warning("fills up, look at it")))) {
            HealthReport report = health.report();

            assertThat(report.status()).isEqualTo("degraded");
            assertThat(report.ready()).isTrue();
            assertThat(report.components().get("b"))
                    .isEqualTo(new HealthReport.Component(true, "fills up, look at it", ""));
        }
    }

    @Test
    void eachComponentSaysWhetherItIsTheOneThatDegradesOrFails() throws JsonProcessingException {
        HealthReport.Component warned = new HealthReport.Component(true, "fills up, look at it", "");
        assertThat(new ObjectMapper().writeValueAsString(warned))
                .isEqualTo("{\"ok\":true,\"message\":\"fills up, look at it\",\"status\":\"degraded\"}");
        assertThat(new HealthReport.Component(true, "ok", "half done").status()).isEqualTo("ok");
        assertThat(new HealthReport.Component(false, "no quorum", "").status()).isEqualTo("failing");
    }

    @Test
    void aNoteIsToldAndJudgesNothing() {
        try (Health health = health(Map.of("a", () -> CheckResult.healthy().withNote("half done")))) {
            HealthReport report = health.report();

            assertThat(report.status()).isEqualTo("ok");
            assertThat(report.components().get("a")).isEqualTo(new HealthReport.Component(true, "ok", "half done"));
        }
    }

    @Test
    void aFailureWeighsMoreThanAWarning() {
        try (Health health = health(
                Map.of("a", () -> CheckResult.failed("no quorum"), "b", () -> CheckResult.warning("fills up")))) {
            assertThat(health.report().status()).isEqualTo("failing");
        }
    }

    @Test
    void aCheckThatThrowsHasFailed() {
        try (Health health = health(Map.of("a", () -> {
            throw new IllegalStateException("surprise");
        }))) {
            assertThat(health.report().components().get("a").message()).isEqualTo("surprise");
        }
    }

    @Test
    void aCheckThatHangsHasFailedAndIsNotStartedAgainWhileItRuns() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger started = new AtomicInteger();
        try (Health health = health(Map.of("a", () -> {
            started.incrementAndGet();
            awaitQuietly(release);
            return CheckResult.healthy();
        }))) {
            assertThat(health.report().components().get("a").message()).contains("200 ms");
            assertThat(health.report().ready()).isFalse();
            assertThat(started).hasValue(1);
            release.countDown();
        }
    }

    @Test
    void afterClosingItSaysThatTheProcessStops() {
        Health health = health(Map.of("a", CheckResult::healthy));
        health.close();

        assertThat(health.report().components().get("a").message()).contains("stopping");
    }

    private static Health health(Map<String, Supplier<CheckResult>> components) {
        return new Health(() -> components, PATIENCE);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
