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
 * Tracks the health of a watch, which checks something periodically. A watch whose last successful check is too long ago has failed,
 * whatever the reason: a check may hang, or the reporting thread may have died. A missing permission or topic only causes a warning,
 * because it concerns one object, which the operator must fix, and everything else works. Safe for use by several threads.
 */
public final class WatchHealth {
    /** The longest time without success; three intervals if that is longer. */
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
     * @param watch the object and purpose of the checks: the subject of "has not succeeded"
     * @param interval between two checks
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

    /** Records a successful check; the start of the first check counts as one. */
    public void succeeded() {
        failure = null;
        succeededNanos = nanoClock.getAsLong();
    }

    /** Records a failed check. */
    public void failed(Throwable reason) {
        failure = Objects.requireNonNull(reason, "reason");
    }

    /** Returns a healthy result as long as the last success is not too old. */
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
