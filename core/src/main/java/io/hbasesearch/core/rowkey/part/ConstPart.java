/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** The same bytes in every key: a prefix, or a separator of two parts. */
public record ConstPart(String name, ByteArray bytes) implements KeyPart {
    public ConstPart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(bytes, "bytes");
    }

    @Override
    public Map<String, KeyValueCodec> fields() {
        return Map.of();
    }

    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        return Optional.of(List.of(bytes));
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        byte[] found = new byte[Math.min(key.remaining(), bytes.length())];
        key.get(found);
        if (!Arrays.equals(found, bytes.unsafeBytes())) {
            throw new UnfitValueException("must be what is declared as constant").in(name);
        }
    }

    @Override
    public boolean isText() {
        return KeyBytes.isAscii(bytes);
    }

    @Override
    public int shortest() {
        return bytes.length();
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(bytes.length());
    }
}
