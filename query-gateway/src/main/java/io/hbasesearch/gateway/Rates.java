/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often something may happen in a second, for each of those that it happens to. What is too much is refused and not kept
 * waiting: requests wait in one place alone, where they are let in. Safe for use by several threads.
 */
final class Rates {
    /** When a new second begins, at the latest: what a caller who was refused is told. */
    static final Duration PERIOD = Duration.ofSeconds(1);

    private final int perSecond;
    private final RateLimiterConfig config;
    private final Map<String, RateLimiter> limiters = new ConcurrentHashMap<>();

    /** @param perSecond 0 for any number */
    Rates(int perSecond) {
        this.perSecond = perSecond;
        this.config = RateLimiterConfig.custom()
                .limitForPeriod(Math.max(1, perSecond))
                .limitRefreshPeriod(PERIOD)
                .timeoutDuration(Duration.ZERO)
                .writableStackTraceEnabled(false)
                .build();
    }

    /** @param whose the number of different ones must be bounded */
    boolean allows(String whose) {
        return perSecond == 0
                || limiters.computeIfAbsent(whose, name -> RateLimiter.of(name, config))
                        .acquirePermission();
    }

    int perSecond() {
        return perSecond;
    }
}
