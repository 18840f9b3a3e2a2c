/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import io.hbasesearch.benchmarks.harness.Figures;
import java.util.stream.DoubleStream;

/** Which part of a capacity latencies were taken at, against that which was asked for. Stateless. */
final class LoadShare {
    static final String FIGURE = "load, share of the capacity";
    /** Of what was asked for: 0.45 to 0.55 for a half. */
    private static final double TOLERANCE = 0.1;

    private LoadShare() {}

    /** For a report: that the latencies are not those of the wanted share, if any of these is another. */
    static String note(double wanted, double... reached) {
        double low = DoubleStream.of(reached).min().orElseThrow();
        double high = DoubleStream.of(reached).max().orElseThrow();
        boolean isReached = low >= (1 - TOLERANCE) * wanted && high <= (1 + TOLERANCE) * wanted;
        String share = Figures.text(low) + (low == high ? "" : " to " + Figures.text(high));
        return isReached
                ? "latencies are at " + share + " of the capacity"
                : "latencies are NOT FOR PUBLICATION: they are at " + share + " of the capacity, not at "
                        + Figures.text(wanted) + " as asked for";
    }
}
