/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What ails a writer: which senders retry, why and since when, and what stopped it for good. Safe for use by several threads. */
final class WriterHealth {
    private static final Logger log = LoggerFactory.getLogger(WriterHealth.class);

    private final String index;
    private final InstantSource clock;
    private final Map<Thread, Trouble> troubles = new ConcurrentHashMap<>();
    private final AtomicReference<HBaseSearchException> fatal = new AtomicReference<>();

    private record Trouble(Instant since, String reason) {}

    WriterHealth(String index, InstantSource clock) {
        this.index = index;
        this.clock = clock;
    }

    /** The calling sender has to try again. Said aloud for the first sender's first time only. */
    void retrying(String reason) {
        Trouble before = troubles.get(Thread.currentThread());
        if (troubles.isEmpty()) {
            log.warn("writing to the index {} is being retried: {}", index, reason);
        } else {
            log.debug("writing to the index {} is still being retried: {}", index, reason);
        }
        troubles.put(Thread.currentThread(), new Trouble(before == null ? clock.instant() : before.since(), reason));
    }

    /** The calling sender has got something through. */
    void recovered() {
        Trouble before = troubles.remove(Thread.currentThread());
        if (before != null) {
            log.info("writing to the index {} goes on after {} s", index, seconds(before));
        }
    }

    /** The first cause is kept. */
    void failed(HBaseSearchException failure) {
        if (fatal.compareAndSet(null, failure)) {
            log.error("writing to the index {} has stopped: {}", index, failure.getMessage());
        }
    }

    @Nullable
    HBaseSearchException fatal() {
        return fatal.get();
    }

    CheckResult check() {
        HBaseSearchException failure = fatal.get();
        if (failure != null) {
            return CheckResult.failed(failure);
        }
        return troubles.values().stream()
                .min(Comparator.comparing(Trouble::since))
                .map(trouble -> CheckResult.failed("writing to the index " + index + " is being retried since "
                        + trouble.since() + " (" + seconds(trouble) + " s): " + trouble.reason()))
                .orElseGet(CheckResult::healthy);
    }

    private long seconds(Trouble trouble) {
        return Duration.between(trouble.since(), clock.instant()).toSeconds();
    }
}
