/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;
import java.util.Objects;

/**
 * One figure that has a goal. Immutable.
 *
 * @param values of the rounds
 * @param met whether the worse end of the interval reaches the goal
 */
public record Verdict(String what, List<Double> values, Spread spread, Interval interval, Goal goal, boolean met) {
    public Verdict {
        Objects.requireNonNull(what, "what");
        values = List.copyOf(values);
    }

    private Verdict(String what, List<Double> values, Interval interval, Goal goal) {
        this(what, values, Spread.of(values), interval, goal, goal.isMetBy(interval));
    }

    /** Of ratios, or of anything else that is above 0. */
    public static Verdict of(String what, List<Double> values, Goal goal) {
        return new Verdict(what, values, Interval.ofRatios(values), goal);
    }

    /** Of differences, which may be negative. */
    public static Verdict ofDifferences(String what, List<Double> values, Goal goal) {
        return new Verdict(what, values, Interval.ofDifferences(values), goal);
    }

    @Override
    public String toString() {
        return String.format("%s, goal %s: %s", new Comparison(what, spread, interval), goal, met ? "met" : "NOT met");
    }
}
