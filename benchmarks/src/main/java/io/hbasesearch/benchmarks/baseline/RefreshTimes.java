/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

/** Refreshes of an index, those only that searches see, and the milliseconds that they took together. */
public record RefreshTimes(long number, double millis) {
    public RefreshTimes minus(RefreshTimes before) {
        return new RefreshTimes(number - before.number, millis - before.millis);
    }

    /** @throws IllegalStateException if there was none */
    public double meanMillis() {
        if (number == 0) {
            throw new IllegalStateException("nothing was refreshed");
        }
        return millis / number;
    }
}
