/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Turns values of one type into bytes and back, and says what the bytes of a set of values have in common. What frames the
 * bytes in a key is not its business. Immutable.
 *
 * <p>All methods that take a value or bytes throw {@link UnfitValueException} for what does not have the form.
 */
public interface KeyValueCodec extends ValueParser {
    byte[] encode(KeyValue value);

    KeyValue decode(byte[] bytes);

    /** What {@link #decode} gives. */
    ValueKind kind();

    /** Whether the bytes of every value are UTF-8. */
    default boolean isText() {
        return false;
    }

    /** The number of bytes that every value has; empty if they differ. */
    default OptionalInt width() {
        return OptionalInt.empty();
    }

    default KeyOrder order() {
        return KeyOrder.NONE;
    }

    /** False if different values become the same bytes, so that a match by bytes must be checked again. */
    default boolean isLossless() {
        return true;
    }

    /**
     * Between which bytes the values of a range are, in the order of bytes. Only where {@link #order()} is not
     * {@code NONE}.
     *
     * @return empty if no value of this type is in the range
     */
    default Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return Optional.of(range.map(value -> ByteArray.wrap(encode(value))));
    }

    /** What all values begin with, as bytes, that begin with these characters; empty if that cannot be said. */
    default Optional<BytePrefix> prefix(String characters) {
        return Optional.empty();
    }

    /** What all values begin with, as bytes, that end with these characters; empty if that cannot be said. */
    default Optional<BytePrefix> suffix(String characters) {
        return Optional.empty();
    }

    /** The bytes of texts in which {@code ?} stands for any character; empty if that cannot be said. */
    default Optional<BytePattern> pattern(String characters) {
        return Optional.empty();
    }
}
