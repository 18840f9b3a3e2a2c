/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

/** What a number since 1970 counts. */
public enum DateUnit {
    SECONDS,
    MILLIS,
    MICROS,
    NANOS;

    /**
     * Milliseconds, rounded down.
     *
     * @throws ArithmeticException if a long does not hold them
     */
    public long toMillis(long count) {
        return switch (this) {
            case SECONDS -> Math.multiplyExact(count, 1_000L);
            case MILLIS -> count;
            case MICROS -> Math.floorDiv(count, 1_000L);
            case NANOS -> Math.floorDiv(count, 1_000_000L);
        };
    }
}
