/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.ValueKind;
import java.math.BigInteger;
import java.util.Optional;

/** Subtracts the number from a maximum, so that the newest sorts first. Bounds are swapped. */
final class ComplementedNumber extends Decorated {
    private final BigInteger most;

    ComplementedNumber(KeyValueCodec codec, BigInteger most) {
        super(codec);
        this.most = most;
    }

    private KeyValue complement(KeyValue value) {
        return new KeyValue.Whole(most.subtract(number(value)));
    }

    @Override
    public byte[] encode(KeyValue value) {
        return codec().encode(complement(value));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return complement(codec().decode(bytes));
    }

    @Override
    public ValueKind kind() {
        return ValueKind.WHOLE;
    }

    @Override
    public KeyOrder order() {
        return codec().order().reversed();
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return codec().bounds(range.swapped().map(this::complement));
    }
}
