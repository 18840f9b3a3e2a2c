/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueKind;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** The common base of transforms. Except for the order, it behaves like the codec that it decorates. Immutable. */
abstract class Decorated implements KeyValueCodec {
    private final KeyValueCodec codec;

    Decorated(KeyValueCodec codec) {
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    final KeyValueCodec codec() {
        return codec;
    }

    static String text(KeyValue value) {
        if (value instanceof KeyValue.Text text) {
            return text.text();
        }
        throw new UnfitValueException("must be text");
    }

    static BigInteger number(KeyValue value) {
        if (value instanceof KeyValue.Whole whole) {
            return whole.number();
        }
        throw new UnfitValueException("must be a whole number");
    }

    @Override
    public KeyValue parse(String text) {
        return codec.parse(text);
    }

    @Override
    public Optional<ZoneId> zone() {
        return codec.zone();
    }

    @Override
    public ValueKind kind() {
        return codec.kind();
    }

    @Override
    public boolean isText() {
        return codec.isText();
    }

    @Override
    public OptionalInt width() {
        return codec.width();
    }

    @Override
    public KeyOrder order() {
        return KeyOrder.NONE;
    }

    @Override
    public boolean isLossless() {
        return codec.isLossless();
    }
}
