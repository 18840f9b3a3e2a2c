/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where the bytes of a value end in a key, and what that means for ranges of values. Immutable. What does not have the form is
 * refused with {@link io.hbasesearch.core.rowkey.value.UnfitValueException}.
 */
public sealed interface ValueFraming permits Fixed, Padded, Delimited, RemainingBytes {
    ByteArray frame(byte[] value);

    /** Takes a framed value from a key. */
    byte[] read(ByteBuffer key);

    /** The least number of bytes that a framed value has. */
    int shortest();

    /** The number of bytes that every framed value has; empty if they differ. */
    OptionalInt width();

    /** Whether what it adds to values is ASCII, so that texts stay texts. */
    default boolean isText() {
        return true;
    }

    /** Whether framed values are ordered as the codec says its bytes are, {@code NONE} being no order. */
    boolean keepsOrder(KeyValueCodec codec);

    /**
     * The keys of the values between bounds.
     *
     * @param bounds in the order of bytes
     * @return empty if bytes so framed are not ordered as the codec's values are; else a span, or none if there is no such key
     */
    Optional<List<Span>> between(Bounds<ByteArray> bounds, KeyValueCodec codec);

    /** The keys of the values whose bytes begin so; empty if that cannot be said. */
    Optional<Span> beginning(BytePrefix beginning);
}
