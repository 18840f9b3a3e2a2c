/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.value.IntegerCodec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Several numbers packed into one of 1 to 8 bytes, big endian.
 *
 * @param layout the fields from the first bit on; together whole bytes
 */
public record BitsPart(String name, List<BitField> layout) implements KeyPart {
    public BitsPart {
        Objects.requireNonNull(name, "name");
        layout = List.copyOf(layout);
        int bits = layout.stream().mapToInt(BitField::bits).sum();
        if (bits == 0 || bits % 8 != 0 || bits > Long.SIZE) {
            throw new IllegalArgumentException("packed fields have 8, 16, ... 64 bits together, not " + bits);
        }
    }

    /** Returns a codec of the least number of bytes for each field; the part itself checks the bounds of its bits. */
    @Override
    public Map<String, KeyValueCodec> fields() {
        Map<String, KeyValueCodec> fields = new LinkedHashMap<>();
        layout.forEach(field -> fields.put(field.name(), new IntegerCodec((field.bits() + 7) / 8, false, false)));
        return fields;
    }

    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        BigInteger packed = BigInteger.ZERO;
        for (BitField field : layout) {
            KeyValue value = values.get(field.name());
            if (value == null) {
                return Optional.empty();
            }
            packed = packed.shiftLeft(field.bits()).or(checked(field, value));
        }
        return Optional.of(List.of(bytes(packed)));
    }

    /** Returns the number of a field's value, and refuses one that does not fit. */
    public BigInteger checked(BitField field, KeyValue value) {
        if (!(value instanceof KeyValue.Whole whole)
                || whole.number().signum() < 0
                || whole.number().compareTo(field.most()) > 0) {
            throw new UnfitValueException("must be a whole number from 0 to " + field.most()).in(field.name());
        }
        return whole.number();
    }

    /** Returns the bytes of the packed number in a key. */
    public ByteArray bytes(BigInteger packed) {
        return ByteArray.wrap(new IntegerCodec(shortest(), false, false).encode(new KeyValue.Whole(packed)));
    }

    @Override
    public Set<String> missing(Map<String, KeyValue> values) {
        return layout.stream()
                .map(BitField::name)
                .filter(field -> !values.containsKey(field))
                .collect(Collectors.toSet());
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        try {
            BigInteger packed = new BigInteger(1, new Fixed(shortest()).read(key));
            Map<String, KeyValue> unpacked = new LinkedHashMap<>();
            int shift = bits();
            for (BitField field : layout) {
                shift -= field.bits();
                unpacked.put(
                        field.name(),
                        new KeyValue.Whole(packed.shiftRight(shift).and(field.most())));
            }
            values.putAll(unpacked);
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    /** Returns the number of bits. */
    public int bits() {
        return layout.stream().mapToInt(BitField::bits).sum();
    }

    @Override
    public int shortest() {
        return bits() / 8;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(shortest());
    }
}
