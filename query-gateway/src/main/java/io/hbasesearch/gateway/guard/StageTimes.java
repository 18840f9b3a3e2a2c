/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Adds up the time that a request spends in each of its stages. Safe for use by several threads. */
public final class StageTimes {
    private static final double NANOS_OF_MILLISECOND = 1_000_000;

    private final Map<String, Long> nanos = new LinkedHashMap<>();

    /** Adds time to a stage; stages keep the order in which they first end. */
    public synchronized void add(String stage, Duration took) {
        nanos.merge(stage, took.toNanos(), Long::sum);
    }

    /** Returns the stages with their milliseconds, as the header {@code Server-Timing} has them; empty if none has ended. */
    public synchronized String header() {
        return nanos.entrySet().stream()
                .map(each -> String.format(
                        Locale.ROOT, "%s;dur=%.1f", each.getKey(), each.getValue() / NANOS_OF_MILLISECOND))
                .collect(Collectors.joining(", "));
    }
}
