/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.error.NoRoomException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Circuit breaker of one part of a backend; decides what counts as a failure. A bad query or a short deadline of one caller must not block
 * the backend for all others, and a backend that hangs must not be called forever because its callers' deadlines are short. Safe for use by
 * several threads.
 */
final class PartBreaker {
    /** A timeout below this allowance says nothing about a backend. */
    private static final Duration LEAST_PATIENCE = Duration.ofMillis(100);

    private final CircuitBreaker breaker;
    private final Duration patience;

    /** Covers the calls that have timed out since the last answer; null if none has. */
    private final AtomicReference<@Nullable Silence> silence = new AtomicReference<>();

    /**
     * @param patience calls that were given at least this long and timed out count as failures. A call with less time counts only if no
     *     call was answered for this long
     */
    PartBreaker(CircuitBreaker breaker, Duration patience) {
        this.breaker = breaker;
        this.patience = patience;
    }

    /**
     * A period without any answer, in the breaker's time.
     *
     * @param since when the first of these calls began
     * @param until when the last of them timed out
     */
    private record Silence(long since, long until) {}

    boolean isOpen() {
        return breaker.getState() == CircuitBreaker.State.OPEN;
    }

    /** Tells whether a call may be made now; its caller must report how it ended. */
    boolean allows() {
        return breaker.tryAcquirePermission();
    }

    /** @return when an allowed call begins */
    long begin() {
        return breaker.getCurrentTimestamp();
    }

    /** Records that the call was not made, or that its outcome says nothing about the backend. */
    void forget() {
        breaker.releasePermission();
    }

    void succeeded(long start) {
        silence.set(null);
        breaker.onSuccess(now() - start, breaker.getTimestampUnit());
    }

    /** @param allowance how long the call was waited for */
    void failed(Throwable failure, long start, Duration allowance) {
        if (isBackendsFault(failure, start, allowance)) {
            breaker.onError(now() - start, breaker.getTimestampUnit(), failure);
        } else {
            breaker.releasePermission();
        }
    }

    private boolean isBackendsFault(Throwable failure, long start, Duration allowance) {
        if (failure instanceof NoRoomException) {
            return false;
        }
        if (!(failure instanceof HBaseSearchException known)) {
            return failure instanceof UncheckedIOException;
        }
        if (known.code() == ErrorCode.TIMED_OUT) {
            return isLate(start, allowance);
        }
        boolean isItsFault = known.failureClass().isRetryable();
        if (!isItsFault) {
            // A rejection is an answer too.
            silence.set(null);
        }
        return isItsFault;
    }

    private boolean isLate(long start, Duration allowance) {
        if (allowance.compareTo(LEAST_PATIENCE) < 0) {
            return false;
        }
        long now = now();
        Silence known = Objects.requireNonNull(silence.updateAndGet(
                before -> isGoingOn(before, start) ? new Silence(before.since(), now) : new Silence(start, now)));
        return allowance.compareTo(patience) >= 0 || now - known.since() >= inBreakersTime(patience);
    }

    /** Tells whether the known silence continues; after a long time without calls a new one begins. */
    private boolean isGoingOn(@Nullable Silence before, long start) {
        return before != null && start - before.until() <= inBreakersTime(patience);
    }

    private long inBreakersTime(Duration time) {
        return breaker.getTimestampUnit().convert(time);
    }

    private long now() {
        return breaker.getCurrentTimestamp();
    }
}
