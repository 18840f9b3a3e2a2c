/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Encodes values of one type as bytes and decodes them, and determines what the bytes of a set of values have in common. It does not
 * frame the bytes in a key. Immutable.
 *
 * <p>All methods with a value or bytes throw {@link UnfitValueException} if these do not have the required form.
 */
public interface KeyValueCodec extends ValueParser {
    byte[] encode(KeyValue value);

    KeyValue decode(byte[] bytes);

    /** The kind of the values that {@link #decode} returns. */
    ValueKind kind();

    /** Tells if the bytes of every value are UTF-8. */
    default boolean isText() {
        return false;
    }

    /** The fixed number of bytes of a value; empty if it varies. */
    default OptionalInt width() {
        return OptionalInt.empty();
    }

    default KeyOrder order() {
        return KeyOrder.NONE;
    }

    /** Returns false if different values may have the same bytes, so that a match by bytes must be checked again. */
    default boolean isLossless() {
        return true;
    }

    /**
     * Returns the bounds of the bytes of a range of values, in the order of bytes. Only if {@link #order()} is not {@code NONE}.
     *
     * @return empty if no value of this type is in the range
     */
    default Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return Optional.of(range.map(value -> ByteArray.wrap(encode(value))));
    }

    /** Returns the prefix of the bytes of all values that begin with these characters; empty if there is none. */
    default Optional<BytePrefix> prefix(String characters) {
        return Optional.empty();
    }

    /** Returns the prefix of the bytes of all values that end with these characters; empty if there is none. */
    default Optional<BytePrefix> suffix(String characters) {
        return Optional.empty();
    }

    /** Returns the pattern of the bytes of texts in which {@code ?} stands for any character; empty if there is none. */
    default Optional<BytePattern> pattern(String characters) {
        return Optional.empty();
    }
}
