/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rounds a number down to the multiple of a step, such as a time to its hour. A match must be checked against the number. */
final class FlooredNumber extends Decorated {
    private final BigInteger step;

    FlooredNumber(KeyValueCodec codec, BigInteger step) {
        super(codec);
        this.step = step;
    }

    private KeyValue floor(KeyValue value) {
        BigInteger number = number(value);
        return new KeyValue.Whole(number.subtract(number.mod(step)));
    }

    @Override
    public byte[] encode(KeyValue value) {
        return codec().encode(floor(value));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return codec().decode(bytes);
    }

    @Override
    public KeyOrder order() {
        return codec().order();
    }

    @Override
    public boolean isLossless() {
        return false;
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return codec().bounds(Bounds.closed(floored(range.low()), floored(range.high())));
    }

    private @Nullable KeyValue floored(@Nullable KeyValue bound) {
        return bound == null ? null : floor(bound);
    }
}
