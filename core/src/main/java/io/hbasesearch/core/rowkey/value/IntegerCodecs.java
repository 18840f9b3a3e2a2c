/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Common methods of codecs of whole numbers. */
final class IntegerCodecs {
    private IntegerCodecs() {}

    static KeyValue parse(String text) {
        try {
            return new KeyValue.Whole(new BigInteger(text));
        } catch (NumberFormatException e) {
            throw new UnfitValueException("must be a whole number", e);
        }
    }

    static BigInteger number(KeyValue value) {
        if (value instanceof KeyValue.Whole whole) {
            return whole.number();
        }
        throw new UnfitValueException("must be a whole number");
    }

    /** Returns the part of a range from least to most, both inclusive; empty if there is none. */
    static Optional<Bounds<BigInteger>> within(Bounds<KeyValue> range, BigInteger least, BigInteger most) {
        BigInteger low =
                closed(range.low(), range.lowInclusive(), BigInteger.ONE, least).max(least);
        BigInteger high = closed(range.high(), range.highInclusive(), BigInteger.ONE.negate(), most)
                .min(most);
        return low.compareTo(high) > 0 ? Optional.empty() : Optional.of(Bounds.closed(low, high));
    }

    private static BigInteger closed(
            @Nullable KeyValue bound, boolean inclusive, BigInteger inwards, BigInteger ifAbsent) {
        if (bound == null) {
            return ifAbsent;
        }
        return inclusive ? number(bound) : number(bound).add(inwards);
    }
}
