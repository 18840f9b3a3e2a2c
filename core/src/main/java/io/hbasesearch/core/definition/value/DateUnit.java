/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

/** The unit of a number since 1970. */
public enum DateUnit {
    SECONDS,
    MILLIS,
    MICROS,
    NANOS;

    /** Converts to milliseconds, rounded down.
     *
     * @throws ArithmeticException if they overflow a long
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
