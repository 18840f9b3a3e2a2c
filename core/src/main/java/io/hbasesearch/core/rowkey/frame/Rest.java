/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Beginning;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.ValueCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The value goes on to the key's end. */
public record Rest() implements Framing {
    @Override
    public ByteArray frame(byte[] value) {
        return ByteArray.copyOf(value);
    }

    @Override
    public byte[] read(ByteBuffer key) {
        byte[] rest = new byte[key.remaining()];
        key.get(rest);
        return rest;
    }

    @Override
    public int shortest() {
        return 0;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.empty();
    }

    @Override
    public boolean keepsOrder(ValueCodec codec) {
        return codec.order() == KeyOrder.ASCENDING;
    }

    @Override
    public Optional<List<Span>> between(Bounds<ByteArray> bounds, ValueCodec codec) {
        if (codec.order() != KeyOrder.ASCENDING) {
            return Optional.empty();
        }
        ByteArray low = bounds.low();
        ByteArray high = bounds.high();
        ByteArray start = low == null ? ByteArray.empty() : bounds.lowInclusive() ? low : KeyBytes.behind(low);
        Optional<ByteArray> stop =
                Optional.ofNullable(high).map(bound -> bounds.highInclusive() ? KeyBytes.behind(bound) : bound);
        return Optional.of(Span.between(start, stop, true));
    }

    @Override
    public Optional<Span> beginning(Beginning beginning) {
        return Optional.of(Span.ofPrefix(beginning.bytes(), beginning.exact()));
    }
}
