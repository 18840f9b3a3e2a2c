/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.Locale;
import java.util.Objects;

/** What a figure has to reach. Immutable. */
public record Goal(Sense sense, double bound) {
    /** Which side of the bound is good. */
    public enum Sense {
        AT_LEAST,
        AT_MOST
    }

    public Goal {
        Objects.requireNonNull(sense, "sense");
    }

    public static Goal atLeast(double bound) {
        return new Goal(Sense.AT_LEAST, bound);
    }

    public static Goal atMost(double bound) {
        return new Goal(Sense.AT_MOST, bound);
    }

    /** Only if the worse end of the interval reaches it: a lucky median is not enough. */
    public boolean isMetBy(Interval interval) {
        return switch (sense) {
            case AT_LEAST -> interval.low() >= bound;
            case AT_MOST -> interval.high() <= bound;
        };
    }

    @Override
    public String toString() {
        String sign =
                switch (sense) {
                    case AT_LEAST -> ">=";
                    case AT_MOST -> "<=";
                };
        return String.format(Locale.ROOT, "%s %s", sign, Figures.text(bound));
    }
}
