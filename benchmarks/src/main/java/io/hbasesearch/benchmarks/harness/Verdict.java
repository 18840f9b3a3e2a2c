/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One figure that has a goal. Immutable.
 *
 * @param values of the rounds
 * @param mean that the interval is of; reports of before November 2026 do not say it
 * @param met whether the worse end of the interval reaches the goal
 */
public record Verdict(
        String what,
        List<Double> values,
        Spread spread,
        Interval interval,
        @Nullable Mean mean,
        Goal goal,
        boolean met) {
    /** How rounds become one value. */
    public enum Mean {
        /** That of the logarithms, turned back. */
        GEOMETRIC,
        ARITHMETIC
    }

    public Verdict {
        Objects.requireNonNull(what, "what");
        values = List.copyOf(values);
    }

    private Verdict(String what, List<Double> values, Interval interval, Mean mean, Goal goal) {
        this(what, values, Spread.of(values), interval, mean, goal, goal.isMetBy(interval));
    }

    /** Of ratios, or of anything else that is above 0. */
    public static Verdict of(String what, List<Double> values, Goal goal) {
        return new Verdict(what, values, Interval.ofRatios(values), Mean.GEOMETRIC, goal);
    }

    /** Of differences, which may be negative. */
    public static Verdict ofDifferences(String what, List<Double> values, Goal goal) {
        return new Verdict(what, values, Interval.ofDifferences(values), Mean.ARITHMETIC, goal);
    }

    /** The middle of the interval, and of which kind it is. */
    public String estimate() {
        String value = Figures.text(interval.estimate());
        return mean == null ? value : value + " (" + mean.name().toLowerCase(Locale.ROOT) + ")";
    }

    /** Without the interval, which is of no use where few rounds were made for another purpose, as for a profile. */
    public String spreadAlone() {
        return String.format(
                "%s: median %s (%s to %s)",
                what, Figures.text(spread.median()), Figures.text(spread.least()), Figures.text(spread.greatest()));
    }

    /** What was measured, with the goal, and without saying whether it was met. */
    public String unjudged() {
        return String.format(
                "%s: mean %s, 95 %% interval %s, median %s (%s to %s), goal %s",
                what,
                estimate(),
                interval,
                Figures.text(spread.median()),
                Figures.text(spread.least()),
                Figures.text(spread.greatest()),
                goal);
    }

    @Override
    public String toString() {
        return unjudged() + (met ? ": met" : ": NOT met");
    }
}
