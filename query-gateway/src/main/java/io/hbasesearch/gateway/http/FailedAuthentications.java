/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts requests without a valid API key, by reason and by client address. When an address has sent too many in a minute, each further one
 * is slowed down: it is not logged, and its connection is closed. Ignores requests with a valid key. Its memory is bounded, and no thread
 * waits. Safe for use by several threads.
 */
final class FailedAuthentications {
    /** Reasons to reject a request. */
    enum Reason {
        MISSING,
        UNKNOWN,
        EXPIRED;

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final Duration PERIOD = Duration.ofMinutes(1);
    /** Limit for one address in a period. */
    static final int MOST = 30;

    static final int MOST_ADDRESSES = 10_000;
    /** Limit of log lines in a period about addresses that exceed theirs. */
    private static final int MOST_LINES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(FailedAuthentications.class);

    private final LongSupplier nanoClock;
    private final Map<Reason, Metrics.Counter> counters = new EnumMap<>(Reason.class);
    private final Metrics.Counter slowed;
    /** In the order in which their periods began. */
    private final Map<String, Failures> ofAddress = new LinkedHashMap<>(); // guarded by this

    private Failures lines; // guarded by this

    /** Number of failures since a time. */
    private record Failures(long sinceNanos, int count) {
        Failures next() {
            return new Failures(sinceNanos, count == Integer.MAX_VALUE ? count : count + 1);
        }

        boolean isOver(long now) {
            return now - sinceNanos >= PERIOD.toNanos();
        }
    }

    FailedAuthentications(Metrics metrics) {
        this(metrics, System::nanoTime);
    }

    FailedAuthentications(Metrics metrics, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.lines = new Failures(nanoClock.getAsLong(), 0);
        for (Reason reason : Reason.values()) {
            counters.put(
                    reason,
                    metrics.counter(
                            "hbase_search_failed_authentications_total",
                            "Requests without a valid API key.",
                            "reason",
                            reason.label()));
        }
        this.slowed = metrics.counter(
                "hbase_search_slowed_authentications_total",
                "Requests without a valid API key from addresses with too many of them in a minute.");
    }

    /**
     * Counts a failure.
     *
     * @param client address in readable form
     * @param network identifies the client, see {@link ConnectionBounds}
     * @return how long the address is slowed down; empty if it is not
     */
    Optional<Duration> add(Reason reason, String client, String network) {
        counters.get(reason).increment();
        long now = nanoClock.getAsLong();
        Failures failures;
        @Nullable String line = null;
        synchronized (this) {
            failures = count(network, now);
            if (failures.count() == MOST + 1) {
                line = line(reason, client, now);
            }
        }
        if (line != null) {
            LOG.warn(line);
        }
        if (failures.count() <= MOST) {
            return Optional.empty();
        }
        slowed.increment();
        return Optional.of(PERIOD.minusNanos(now - failures.sinceNanos()));
    }

    private Failures count(String network, long now) {
        Failures known = ofAddress.get(network);
        if (known != null && !known.isOver(now)) {
            Failures next = known.next();
            ofAddress.put(network, next);
            return next;
        }
        ofAddress.remove(network);
        if (ofAddress.size() >= MOST_ADDRESSES) {
            ofAddress.remove(ofAddress.keySet().iterator().next());
        }
        Failures first = new Failures(now, 1);
        ofAddress.put(network, first);
        return first;
    }

    private @Nullable String line(Reason reason, String client, long now) {
        if (lines.isOver(now)) {
            lines = new Failures(now, 0);
        }
        if (lines.count() > MOST_LINES) {
            return null;
        }
        lines = lines.next();
        return lines.count() > MOST_LINES
                ? "More addresses send requests without a valid API key:"
                        + " hbase_search_failed_authentications_total counts them"
                : "More than " + MOST + " requests without a valid API key from " + client
                        + " in a minute; reason of the last one: " + reason.label()
                        + "; further ones in this minute are not logged";
    }

    /** Returns how many addresses are kept. */
    synchronized int addresses() {
        return ofAddress.size();
    }
}
