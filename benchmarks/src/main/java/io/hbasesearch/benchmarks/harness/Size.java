/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import org.jspecify.annotations.Nullable;

/**
 * How much a scenario does. Immutable.
 *
 * @param warmUps rounds that do not count
 * @param seconds of one load; 0 where a load lasts a number of rows and not a time
 */
public record Size(int rows, int warmUps, int seconds) {
    /** Where a load lasts a number of rows. */
    public Size(int rows, int warmUps) {
        this(rows, warmUps, 0);
    }

    /**
     * As somebody wants it; {@code null} leaves a value as it is, and seconds have no effect where there are none.
     *
     * @throws IllegalArgumentException if seconds are below 1
     */
    public Size with(@Nullable Integer otherRows, @Nullable Integer otherWarmUps, @Nullable Integer otherSeconds) {
        if (otherSeconds != null && otherSeconds < 1) {
            throw new IllegalArgumentException("--seconds is at least 1, not " + otherSeconds);
        }
        return new Size(
                otherRows == null ? rows : otherRows,
                otherWarmUps == null ? warmUps : otherWarmUps,
                otherSeconds == null || seconds == 0 ? seconds : otherSeconds);
    }
}
