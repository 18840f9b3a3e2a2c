/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Fixed;
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
 * One of a few values that the row's other values do not determine: random, or the start of the row's region.
 *
 * @param bytes the width of each value
 * @param salts all possible values; empty if they are unknown, such as the starts of regions, which split and merge
 */
public record SaltPart(String name, KeyValueCodec codec, int bytes, List<ByteArray> salts) implements KeyPart {
    public SaltPart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(codec, "codec");
        salts = List.copyOf(salts);
        if (bytes < 1 || salts.stream().anyMatch(salt -> salt.length() != bytes)) {
            throw new IllegalArgumentException("salts are of one width, of at least 1 byte");
        }
    }

    /** Creates a part with the values of a list. */
    public static SaltPart of(String name, KeyValueCodec codec, List<ByteArray> salts) {
        if (salts.isEmpty()) {
            throw new IllegalArgumentException("there is at least one");
        }
        return new SaltPart(name, codec, salts.get(0).length(), salts);
    }

    /** Tells if any value is possible. The actual values are still few, so that a skip from one to the next finds all. */
    public boolean isOpen() {
        return salts.isEmpty();
    }

    @Override
    public Map<String, KeyValueCodec> fields() {
        return Map.of(name, codec);
    }

    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        KeyValue own = values.get(name);
        if (own != null) {
            return Optional.of(List.of(checked(codec.encode(own))));
        }
        return isOpen() ? Optional.empty() : Optional.of(salts);
    }

    private ByteArray checked(byte[] salt) {
        ByteArray checked = ByteArray.wrap(salt);
        if (checked.length() != bytes) {
            throw new UnfitValueException("must have " + bytes + " bytes in the key").in(name);
        }
        if (!isOpen() && !salts.contains(checked)) {
            throw new UnfitValueException("must be one of its " + salts.size() + " values").in(name);
        }
        return checked;
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        try {
            values.put(name, codec.decode(new Fixed(bytes).read(key)));
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
        return bytes;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(bytes);
    }
}
