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
 * Defines the end of a value's bytes in a key, and its effect on ranges of values. Immutable. Values of another form are refused with
 * {@link io.hbasesearch.core.rowkey.value.UnfitValueException}.
 */
public sealed interface ValueFraming permits Fixed, Padded, Delimited, RemainingBytes {
    ByteArray frame(byte[] value);

    /** Takes a framed value from a key. */
    byte[] read(ByteBuffer key);

    /** Returns the least number of bytes of a framed value. */
    int shortest();

    /** Returns the number of bytes of every framed value; empty if they differ. */
    OptionalInt width();

    /** Tells if the framing adds only ASCII to values, so that texts stay texts. */
    default boolean isText() {
        return true;
    }

    /** Tells if framed values keep the order of the codec's bytes; {@code NONE} is no order. */
    boolean keepsOrder(KeyValueCodec codec);

    /** Returns the keys of the values between bounds.
     *
     * @param bounds in the order of bytes
     * @return empty if framed bytes do not have the order of the codec's values; else a span, or none if there is no key
     */
    Optional<List<Span>> between(Bounds<ByteArray> bounds, KeyValueCodec codec);

    /** Returns the keys of the values with a prefix of bytes; empty if that cannot be determined. */
    Optional<Span> beginning(BytePrefix beginning);
}
