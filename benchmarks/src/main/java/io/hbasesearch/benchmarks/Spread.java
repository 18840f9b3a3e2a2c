/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import java.util.Collection;
import java.util.Locale;

/** What several rounds came to. */
record Spread(double median, double least, double greatest) {
    static Spread of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("a spread needs values");
        }
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    String text() {
        return String.format(Locale.ROOT, "median %.3f, least %.3f, greatest %.3f", median, least, greatest);
    }
}
