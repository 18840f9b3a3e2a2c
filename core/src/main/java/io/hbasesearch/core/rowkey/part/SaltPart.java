/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One of a few values, of which a row's others do not say which: drawn at random, or the start of the row's region.
 *
 * @param salts all there can be, of one width
 */
public record SaltPart(String name, ValueCodec codec, List<ByteArray> salts) implements KeyPart {
    public SaltPart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(codec, "codec");
        salts = List.copyOf(salts);
        if (salts.isEmpty()
                || salts.stream().mapToInt(ByteArray::length).distinct().count() > 1) {
            throw new IllegalArgumentException("salts are of one width, and there is at least one");
        }
    }

    @Override
    public Map<String, ValueCodec> fields() {
        return Map.of(name, codec);
    }

    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        KeyValue own = values.get(name);
        return Optional.of(own == null ? salts : List.of(checked(codec.encode(own))));
    }

    private ByteArray checked(byte[] salt) {
        ByteArray checked = ByteArray.wrap(salt);
        if (!salts.contains(checked)) {
            throw new UnfitValueException("must be one of its " + salts.size() + " values").in(name);
        }
        return checked;
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        try {
            values.put(name, codec.decode(new Fixed(shortest()).read(key)));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
        checked(codec.encode(values.get(name)));
    }

    @Override
    public boolean isText() {
        return codec.isText();
    }

    @Override
    public int shortest() {
        return salts.get(0).length();
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(shortest());
    }
}
