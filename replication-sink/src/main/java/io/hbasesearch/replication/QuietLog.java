/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Logs repeated warnings: the first of a kind at once, then at most one a minute, with the number of suppressed ones. Kinds are a small
 * fixed set of words, or table names, so the map stays small. Thread-safe.
 */
final class QuietLog {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_KINDS = 1_000;

    private final Logger log;
    private final LongSupplier nanoTime;
    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    QuietLog(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /** @param cause logged with its stack trace the first time, may be null */
    void warn(String kind, String message, Throwable cause) {
        forgetIfMany();
        Kind state = kinds.computeIfAbsent(kind, absent -> new Kind());
        int leftOut;
        synchronized (state) {
            long now = nanoTime.getAsLong();
            if (state.logged && now - state.lastNanos < INTERVAL_NANOS) {
                state.leftOut++;
                return;
            }
            leftOut = state.leftOut;
            cause = state.logged ? null : cause;
            state.logged = true;
            state.lastNanos = now;
            state.leftOut = 0;
        }
        log.warn(leftOut == 0 ? message : message + " (" + leftOut + " more like this since the last time)", cause);
    }

    /** Warns only at the first call of a kind. */
    void once(String kind, String message) {
        forgetIfMany();
        if (kinds.putIfAbsent(kind, new Kind()) == null) {
            log.warn(message);
        }
    }

    private void forgetIfMany() {
        if (kinds.size() >= MOST_KINDS) {
            kinds.clear();
        }
    }

    /** Forgets a kind, so that its next occurrence is logged at once. */
    boolean over(String kind) {
        return kinds.remove(kind) != null;
    }

    private static final class Kind {
        private boolean logged;
        private long lastNanos;
        private int leftOut;
    }
}
