/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;
import java.util.Objects;

/** Values of the rounds beside their spread and interval: what is to be known, and has no goal. Immutable. */
public record Comparison(String what, Spread spread, Interval interval) {
    public Comparison {
        Objects.requireNonNull(what, "what");
    }

    /** Of ratios, or of anything else that is above 0. */
    public static Comparison of(String what, List<Double> values) {
        return new Comparison(what, Spread.of(values), Interval.ofRatios(values));
    }

    /** A line for a reader. */
    @Override
    public String toString() {
        return String.format(
                "%s: mean %s (geometric), 95 %% interval %s, median %s (%s to %s)",
                what,
                Figures.text(interval.estimate()),
                interval,
                Figures.text(spread.median()),
                Figures.text(spread.least()),
                Figures.text(spread.greatest()));
    }
}
