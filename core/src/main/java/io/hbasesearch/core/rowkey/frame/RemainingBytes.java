/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The value extends to the key's end. */
public record RemainingBytes() implements ValueFraming {
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
    public boolean keepsOrder(KeyValueCodec codec) {
        return codec.order() == KeyOrder.ASCENDING;
    }

    @Override
    public Optional<List<Span>> between(Bounds<ByteArray> bounds, KeyValueCodec codec) {
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
    public Optional<Span> beginning(BytePrefix beginning) {
        return Optional.of(Span.ofPrefix(beginning.bytes(), beginning.exact()));
    }
}
