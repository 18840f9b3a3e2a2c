/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells how a watch fares, which looks at something from time to time. A watch whose last look that succeeded is too long ago
 * has failed, whatever the reason: also where a look hangs, or where the thread has died that would tell. One that lacks a
 * permission or a topic warns only: that is about one object, which the operator has to mend, and everything else works. Safe for use by several threads.
 */
public final class WatchHealth {
    /** A watch may be without success for so long, or for three of its intervals where that is longer. */
    public static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int INTERVALS = 3;
    private static final Set<ErrorCode> OF_ONE_OBJECT = Set.of(ErrorCode.ACCESS_DENIED, ErrorCode.TOPIC_NOT_FOUND);

    private final String watch;
    private final Duration patience;
    private final LongSupplier nanoClock;
    private final Clock clock;
    private volatile long succeededNanos;
    private volatile @Nullable Throwable failure;

    /**
     * @param watch what it looks at and what for: the subject of "has not succeeded"
     * @param interval between two looks
     */
    public WatchHealth(String watch, Duration interval) {
        this(watch, interval, System::nanoTime, Clock.systemUTC());
    }

    WatchHealth(String watch, Duration interval, LongSupplier nanoClock, Clock clock) {
        this.watch = Objects.requireNonNull(watch, "watch");
        Duration several = interval.multipliedBy(INTERVALS);
        this.patience = several.compareTo(PATIENCE) > 0 ? several : PATIENCE;
        this.nanoClock = Objects.requireNonNull(nanoClock, "nanoClock");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.succeededNanos = nanoClock.getAsLong();
    }

    /** A look has succeeded; so counts the start of the first one. */
    public void succeeded() {
        failure = null;
        succeededNanos = nanoClock.getAsLong();
    }

    /** A look has failed. */
    public void failed(Throwable reason) {
        failure = Objects.requireNonNull(reason, "reason");
    }

    /** Well as long as the last success is not too old. */
    public CheckResult check() {
        Duration without = Duration.ofNanos(nanoClock.getAsLong() - succeededNanos);
        if (without.compareTo(patience) < 0) {
            return CheckResult.healthy();
        }
        Throwable last = failure;
        Instant since = clock.instant().minus(without);
        String message = watch + " has not succeeded since " + since + " (" + without.toSeconds() + " s): "
                + (last == null
                        ? "it does not end, or its thread has died; see the log of that time, and start this process again"
                        : told(last));
        return last instanceof HBaseSearchException known && OF_ONE_OBJECT.contains(known.code())
                ? CheckResult.warning(message)
                : CheckResult.failed(message);
    }

    private static String told(Throwable failure) {
        Optional<String> hint = failure instanceof HBaseSearchException known ? known.hint() : Optional.empty();
        String message = failure instanceof HBaseSearchException ? failure.getMessage() : failure.toString();
        return hint.map(next -> message + ". " + next).orElse(message);
    }
}
