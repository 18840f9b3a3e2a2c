/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Every value has the same number of bytes. */
public record Fixed(int bytes) implements ValueFraming {
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
    public boolean keepsOrder(KeyValueCodec codec) {
        return codec.order() != KeyOrder.NONE;
    }

    @Override
    public Optional<List<Span>> between(Bounds<ByteArray> bounds, KeyValueCodec codec) {
        if (codec.order() == KeyOrder.NONE) {
            return Optional.empty();
        }
        boolean descending = codec.order() == KeyOrder.DESCENDING;
        ByteArray low = bounds.low();
        ByteArray high = bounds.high();
        Optional<ByteArray> start =
                low == null ? Optional.of(ByteArray.empty()) : edge(low, descending, !bounds.lowInclusive());
        Optional<ByteArray> stop =
                Optional.ofNullable(high).flatMap(bound -> edge(bound, descending, bounds.highInclusive()));
        return Optional.of(start.map(from -> Span.between(from, stop, true)).orElse(List.of()));
    }

    /**
     * Returns the edge between keys below and above a bound. A bound may be shorter or longer than values, so that no value equals
     * it. Values that begin with a shorter bound are larger, and the value that is a prefix of a longer bound is smaller.
     *
     * @param descending true if larger values sort first
     * @param behindEqual true if the edge is after the value that equals the bound, if there is one
     */
    private Optional<ByteArray> edge(ByteArray bound, boolean descending, boolean behindEqual) {
        ByteArray first = KeyBytes.first(bound, bytes);
        boolean behind = bound.length() == bytes ? behindEqual : descending == bound.length() < bytes;
        return behind ? KeyBytes.behindPrefix(first) : Optional.of(first);
    }

    @Override
    public Optional<Span> beginning(BytePrefix beginning) {
        return beginning.bytes().length() > bytes
                ? Optional.empty()
                : Optional.of(Span.ofPrefix(beginning.bytes(), beginning.exact()));
    }
}
