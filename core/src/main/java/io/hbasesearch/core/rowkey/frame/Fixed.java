/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Beginning;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Every value has as many bytes. */
public record Fixed(int bytes) implements Framing {
    public Fixed {
        if (bytes < 1) {
            throw new IllegalArgumentException("a width is at least 1, not " + bytes);
        }
    }

    @Override
    public ByteArray frame(byte[] value) {
        if (value.length != bytes) {
            throw new UnfitValueException("must have " + bytes + " bytes in the key");
        }
        return ByteArray.copyOf(value);
    }

    @Override
    public byte[] read(ByteBuffer key) {
        return take(key, bytes);
    }

    static byte[] take(ByteBuffer key, int width) {
        if (key.remaining() < width) {
            throw new UnfitValueException("must have " + width + " bytes, and the key ends before");
        }
        byte[] value = new byte[width];
        key.get(value);
        return value;
    }

    @Override
    public int shortest() {
        return bytes;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(bytes);
    }

    @Override
    public boolean keepsOrder(ValueCodec codec) {
        return codec.order() != KeyOrder.NONE;
    }

    @Override
    public Optional<List<Span>> between(Bounds<ByteArray> bounds, ValueCodec codec) {
        if (codec.order() == KeyOrder.NONE) {
            return Optional.empty();
        }
        ByteArray low = bounds.low();
        ByteArray high = bounds.high();
        Optional<ByteArray> start = low == null ? Optional.of(ByteArray.empty()) : start(low, bounds.lowInclusive());
        return Optional.of(start.map(from -> List.of(new Span(from, stop(high, bounds.highInclusive()), true)))
                .orElse(List.of()));
    }

    /** A bound may be shorter or longer than values are: then none is equal to it. */
    private Optional<ByteArray> start(ByteArray low, boolean inclusive) {
        boolean itself = inclusive ? low.length() <= bytes : low.length() < bytes;
        return itself ? Optional.of(low) : KeyBytes.behindPrefix(KeyBytes.first(low, bytes));
    }

    private Optional<ByteArray> stop(@Nullable ByteArray high, boolean inclusive) {
        if (high == null) {
            return Optional.empty();
        }
        boolean itself = inclusive ? high.length() < bytes : high.length() <= bytes;
        return itself ? Optional.of(high) : KeyBytes.behindPrefix(KeyBytes.first(high, bytes));
    }

    @Override
    public Optional<Span> beginning(Beginning beginning) {
        return beginning.bytes().length() > bytes
                ? Optional.empty()
                : Optional.of(Span.ofPrefix(beginning.bytes(), beginning.exact()));
    }
}
