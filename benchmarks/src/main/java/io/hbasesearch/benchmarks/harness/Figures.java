/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.Locale;

/** How figures are shown to people. Stateless. */
public final class Figures {
    private static final double WHOLE_FROM = 1_000;
    private static final double ONE_DIGIT_FROM = 10;

    private Figures() {}

    /** With about as many digits as a measurement has; a whole number, which most often is a count, without any behind the point. */
    public static String text(double value) {
        double size = Math.abs(value);
        if (size >= WHOLE_FROM || Math.rint(size) == size) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= ONE_DIGIT_FROM ? "%.1f" : "%.3f", value);
    }
}
