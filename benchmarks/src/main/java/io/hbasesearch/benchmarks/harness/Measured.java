/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.Objects;

/**
 * When one way was measured once. Immutable.
 *
 * @param counts false for a warm-up
 */
public record Measured(String way, boolean counts, Span clock) {
    public Measured {
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(clock, "clock");
    }
}
