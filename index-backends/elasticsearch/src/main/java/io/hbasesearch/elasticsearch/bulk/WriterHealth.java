/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks a writer's problems: the reason and start of retries, and the failure that stopped it for good. Safe for use by
 * several threads.
 */
public final class WriterHealth {
    private static final Logger log = LoggerFactory.getLogger(WriterHealth.class);

    private static final Duration QUIET = Duration.ofMinutes(1);

    private final String index;
    private final InstantSource clock;
    private final AtomicReference<HBaseSearchException> fatal = new AtomicReference<>();
    private volatile @Nullable Trouble trouble;
    private Instant lastWarned = Instant.EPOCH;

    /** @param warned whether it was logged as a warning, so that its end is logged too */
    private record Trouble(Instant since, String reason, boolean warned) {}

    public WriterHealth(String index, InstantSource clock) {
        this.index = index;
        this.clock = clock;
    }

    /** Records a retry. Logged as a warning only the first time, and at most once a minute if it recurs. */
    synchronized void retrying(String reason) {
        Trouble before = trouble;
        Instant now = clock.instant();
        boolean warn = before == null && now.isAfter(lastWarned.plus(QUIET));
        if (warn) {
            lastWarned = now;
            log.warn("writing to the index {} is being retried: {}", index, reason);
        } else {
            log.debug("writing to the index {} is being retried: {}", index, reason);
        }
        trouble =
                before == null ? new Trouble(now, reason, warn) : new Trouble(before.since(), reason, before.warned());
    }

    /**
     * Records a success.
     *
     * @param nothingLeft whether nothing waits to be retried; evaluated here, so that no {@link #retrying} comes in between
     */
    void progressed(BooleanSupplier nothingLeft) {
        if (trouble == null) {
            return;
        }
        synchronized (this) {
            Trouble before = trouble;
            if (before != null && nothingLeft.getAsBoolean()) {
                trouble = null;
                if (before.warned()) {
                    log.info("writing to the index {} continues after {} s", index, seconds(before));
                }
            }
        }
    }

    /** Records a fatal failure; the first one is kept. */
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
        Trouble now = trouble;
        return now == null
                ? CheckResult.healthy()
                : CheckResult.failed("writing to the index " + index + " is being retried since " + now.since() + " ("
                        + seconds(now) + " s): " + now.reason());
    }

    private long seconds(Trouble since) {
        return Duration.between(since.since(), clock.instant()).toSeconds();
    }
}
