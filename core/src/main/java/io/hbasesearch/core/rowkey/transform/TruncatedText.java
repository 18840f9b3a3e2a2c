/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the first characters only. A match must be checked against the whole value, which is stored elsewhere. */
final class TruncatedText extends Decorated {
    private final int characters;

    TruncatedText(KeyValueCodec codec, int characters) {
        super(codec);
        this.characters = characters;
    }

    private String cut(String text) {
        return text.length() <= characters
                ? text
                : text.substring(
                        0, text.offsetByCodePoints(0, Math.min(characters, text.codePointCount(0, text.length()))));
    }

    @Override
    public byte[] encode(KeyValue value) {
        return codec().encode(KeyValue.of(cut(text(value))));
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

    /** Returns both truncated bounds as inclusive, because the truncated rest is unknown. */
    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return codec().bounds(Bounds.closed(cut(range.low()), cut(range.high())));
    }

    private @Nullable KeyValue cut(@Nullable KeyValue bound) {
        return bound == null ? null : KeyValue.of(cut(bound.text()));
    }

    @Override
    public Optional<BytePrefix> prefix(String beginning) {
        return codec().prefix(cut(beginning));
    }
}
