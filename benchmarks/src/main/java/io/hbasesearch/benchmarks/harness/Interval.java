/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.Collection;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A 95 % confidence interval of what a few rounds measured: the mean plus and minus Student's t times the standard error, which
 * is sound for few values that are about normal (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.2; for so few runs of
 * Java programs: Georges, Buytaert and Eeckhout, Statistically Rigorous Java Performance Evaluation, OOPSLA 2007, 3.2).
 *
 * <p>Ratios are averaged as their logarithms, so that a and b swapped give the reciprocal (Fleming and Wallace, How Not to Lie
 * with Statistics, CACM 29, 1986). An interval of the median by order statistics is no choice here: of five values even the
 * least and the greatest enclose it with 93.75 % only.
 *
 * @param estimate the geometric mean of ratios, times and rates; the mean of differences
 */
public record Interval(double low, double estimate, double high) {
    private static final double UPPER = 0.975;

    /** @throws IllegalArgumentException if there are fewer than two values, or one is not above 0 */
    public static Interval ofRatios(Collection<Double> values) {
        values.forEach(Interval::requirePositive);
        return of(values, Math::log, Math::exp);
    }

    /** Of values that may be negative. @throws IllegalArgumentException if there are fewer than two */
    public static Interval ofDifferences(Collection<Double> values) {
        return of(values, DoubleUnaryOperator.identity(), DoubleUnaryOperator.identity());
    }

    private static void requirePositive(double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a ratio is above 0 and finite, not " + value);
        }
    }

    private static Interval of(Collection<Double> values, DoubleUnaryOperator there, DoubleUnaryOperator back) {
        if (values.size() < 2) {
            throw new IllegalArgumentException("an interval needs two values at least, not " + values.size());
        }
        SummaryStatistics statistics = new SummaryStatistics();
        values.forEach(value -> statistics.addValue(there.applyAsDouble(value)));
        double quantile = new TDistribution(values.size() - 1).inverseCumulativeProbability(UPPER);
        double half = quantile * statistics.getStandardDeviation() / Math.sqrt(values.size());
        double mean = statistics.getMean();
        return new Interval(back.applyAsDouble(mean - half), back.applyAsDouble(mean), back.applyAsDouble(mean + half));
    }

    @Override
    public String toString() {
        return Figures.text(low) + " to " + Figures.text(high);
    }
}
