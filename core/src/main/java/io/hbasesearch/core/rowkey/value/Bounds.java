/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a range; each may be missing.
 *
 * @param low null for none
 * @param high null for none
 */
public record Bounds<T>(@Nullable T low, boolean lowInclusive, @Nullable T high, boolean highInclusive) {
    /** Creates bounds that are both inclusive. */
    public static <T> Bounds<T> closed(@Nullable T low, @Nullable T high) {
        return new Bounds<>(low, true, high, true);
    }

    public boolean isOpen() {
        return low == null && high == null;
    }

    /** Swaps the bounds, for a descending order. */
    public Bounds<T> swapped() {
        return new Bounds<>(high, highInclusive, low, lowInclusive);
    }

    public <U> Bounds<U> map(Function<T, U> conversion) {
        return new Bounds<>(
                low == null ? null : conversion.apply(low),
                lowInclusive,
                high == null ? null : conversion.apply(high),
                highInclusive);
    }
}
