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
 * A part of a row key. Immutable. Values of another form are refused with {@link
 * io.hbasesearch.core.rowkey.value.UnfitValueException}.
 */
public sealed interface KeyPart permits FieldPart, ConstPart, HashPart, SaltPart, BitsPart, CurvePart, TagsPart {
    /** Unique in a key. */
    String name();

    /** Returns the decoded fields with their codecs; those of a {@link TagsPart} are unbounded. */
    Map<String, KeyValueCodec> fields();

    /** Returns the fields that are not parts themselves but from which the bytes may be computed. */
    default Map<String, ValueParser> inputs() {
        return Map.of();
    }

    /**
     * Encodes values: returns one result, or all possible ones for a random salt.
     *
     * @return empty if a value is missing
     */
    Optional<List<ByteArray>> encode(Map<String, KeyValue> values);

    /** Returns the names of the fields that {@link #encode} needs and {@code values} lacks. */
    default Set<String> missing(Map<String, KeyValue> values) {
        return encode(values).isPresent() ? Set.of() : Set.of(name());
    }

    /** Reads this part from a key and adds its fields to {@code values}. */
    void decode(ByteBuffer key, Map<String, KeyValue> values);

    /** Tells if the bytes are always UTF-8; false also if that is unknown. */
    default boolean isText() {
        return false;
    }

    /** Returns the least number of bytes. */
    int shortest();

    /** Returns the fixed number of bytes; empty if it varies. */
    OptionalInt width();
}
