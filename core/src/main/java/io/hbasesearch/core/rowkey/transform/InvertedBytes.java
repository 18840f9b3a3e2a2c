/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.util.Optional;

/** Inverts every bit for descending order, like Phoenix ({@code DESC}) and {@code OrderedBytes}. */
final class InvertedBytes extends Decorated {
    InvertedBytes(KeyValueCodec codec) {
        super(codec);
    }

    private static byte[] invert(byte[] bytes) {
        byte[] inverted = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            inverted[i] = (byte) ~bytes[i];
        }
        return inverted;
    }

    private static ByteArray invert(ByteArray bytes) {
        return ByteArray.wrap(invert(bytes.unsafeBytes()));
    }

    @Override
    public byte[] encode(KeyValue value) {
        return invert(codec().encode(value));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return codec().decode(invert(bytes));
    }

    @Override
    public boolean isText() {
        return false;
    }

    @Override
    public KeyOrder order() {
        return codec().order().reversed();
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return codec().bounds(range).map(bounds -> bounds.swapped().map(InvertedBytes::invert));
    }

    @Override
    public Optional<BytePrefix> prefix(String characters) {
        return codec().prefix(characters).map(InvertedBytes::invert);
    }

    @Override
    public Optional<BytePrefix> suffix(String characters) {
        return codec().suffix(characters).map(InvertedBytes::invert);
    }

    private static BytePrefix invert(BytePrefix beginning) {
        return new BytePrefix(invert(beginning.bytes()), beginning.exact());
    }

    @Override
    public Optional<BytePattern> pattern(String characters) {
        return codec().pattern(characters).map(pattern -> {
            byte[] bytes = invert(pattern.bytes().unsafeBytes());
            pattern.any().stream().forEach(position -> bytes[position] = 0);
            return new BytePattern(ByteArray.wrap(bytes), pattern.any());
        });
    }
}
