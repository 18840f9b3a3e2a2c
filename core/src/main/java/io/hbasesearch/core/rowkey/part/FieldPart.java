/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.ValueFraming;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A field's value.
 *
 * @param codec with its transforms
 */
public record FieldPart(String name, KeyValueCodec codec, ValueFraming framing) implements KeyPart {
    public FieldPart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(framing, "framing");
    }

    public ByteArray encode(KeyValue value) {
        try {
            return framing.frame(codec.encode(value));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    @Override
    public Map<String, KeyValueCodec> fields() {
        return Map.of(name, codec);
    }

    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        return Optional.ofNullable(values.get(name)).map(value -> List.of(encode(value)));
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        try {
            values.put(name, codec.decode(framing.read(key)));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    @Override
    public boolean isText() {
        return codec.isText() && framing.isText();
    }

    @Override
    public int shortest() {
        return framing.shortest();
    }

    @Override
    public OptionalInt width() {
        return framing.width();
    }
}
