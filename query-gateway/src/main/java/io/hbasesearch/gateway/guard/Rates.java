/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits how often something may happen in a second, separately for each name. Rejects the excess instead of delaying it, because requests
 * wait in one place only, at admission. Safe for use by several threads.
 */
final class Rates {
    /** Length of the period: a rejected caller is told to retry after it. */
    static final Duration PERIOD = Duration.ofSeconds(1);

    private final int perSecond;
    private final RateLimiterConfig config;
    private final Map<String, RateLimiter> limiters = new ConcurrentHashMap<>();

    /** @param perSecond 0 for no limit */
    Rates(int perSecond) {
        this.perSecond = perSecond;
        this.config = RateLimiterConfig.custom()
                .limitForPeriod(Math.max(1, perSecond))
                .limitRefreshPeriod(PERIOD)
                .timeoutDuration(Duration.ZERO)
                .writableStackTraceEnabled(false)
                .build();
    }

    /** @param whose name to count for; the number of different names must be bounded */
    boolean allows(String whose) {
        return perSecond == 0
                || limiters.computeIfAbsent(whose, name -> RateLimiter.of(name, config))
                        .acquirePermission();
    }

    int perSecond() {
        return perSecond;
    }
}
