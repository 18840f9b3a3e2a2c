/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A stretch of a row key. Immutable. What does not have the declared form is refused with
 * {@link io.hbasesearch.core.rowkey.value.UnfitValueException}.
 */
public sealed interface KeyPart permits FieldPart, ConstPart, HashPart, SaltPart, BitsPart, CurvePart, TagsPart {
    /** Unique in a key. */
    String name();

    /** The fields whose values decoding gives, and how each is written; those of a {@link TagsPart} have no end. */
    Map<String, KeyValueCodec> fields();

    /** The fields that are no part of their own and that the bytes may be computed from. */
    default Map<String, ValueParser> inputs() {
        return Map.of();
    }

    /**
     * The bytes for these values: one, or each that it may be where a key has a random salt.
     *
     * @return empty if a value is missing
     */
    Optional<List<ByteArray>> encode(Map<String, KeyValue> values);

    /** What {@link #encode} needs and {@code values} lacks, in words that name the fields. */
    default Set<String> missing(Map<String, KeyValue> values) {
        return encode(values).isPresent() ? Set.of() : Set.of(name());
    }

    /** Takes this part from a key and adds its fields to {@code values}. */
    void decode(ByteBuffer key, Map<String, KeyValue> values);

    /** Whether its bytes are always UTF-8; false also where that is not known. */
    default boolean isText() {
        return false;
    }

    /** The least number of bytes. */
    int shortest();

    /** The number of bytes that it always has; empty if they differ. */
    OptionalInt width();
}
