/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;
import java.util.Objects;

/**
 * One figure of one way, round by round. Immutable.
 *
 * @param way what was measured: ours, or a baseline
 * @param figure with its unit
 */
public record Series(String way, String figure, List<Double> values, Spread spread) {
    public Series {
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(figure, "figure");
        values = List.copyOf(values);
    }

    public Series(String way, String figure, List<Double> values) {
        this(way, figure, values, Spread.of(values));
    }
}
