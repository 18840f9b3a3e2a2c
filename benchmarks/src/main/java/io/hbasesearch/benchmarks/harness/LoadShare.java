/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.Collections;
import java.util.List;

/** Which part of a capacity latencies were taken at, against that which was asked for. Stateless. */
public final class LoadShare {
    /** By which reports have it: latencies of which the median round is at another share than the wanted one are not for publication. */
    public static final String FIGURE = "load, share of the capacity";

    /** Of what was asked for: 0.45 to 0.55 for a half. */
    private static final double TOLERANCE = 0.1;

    private LoadShare() {}

    public static boolean isReached(double wanted, double reached) {
        return Math.abs(reached - wanted) <= TOLERANCE * wanted;
    }

    /** For a report. */
    public static String note(double wanted, List<Double> reached) {
        double low = Collections.min(reached);
        double high = Collections.max(reached);
        String share = Figures.text(low) + (low == high ? "" : " to " + Figures.text(high));
        return "latencies are at " + share + " of the capacity, " + Figures.text(wanted) + " was asked for";
    }
}
