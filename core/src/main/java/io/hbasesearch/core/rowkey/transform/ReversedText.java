/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.util.Optional;

/** Reverses the characters, so that a suffix of a text becomes a prefix of a key. */
final class ReversedText extends Decorated {
    ReversedText(KeyValueCodec codec) {
        super(codec);
    }

    /** Reverses code points: surrogate pairs stay whole. */
    private static String reverse(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    @Override
    public byte[] encode(KeyValue value) {
        return codec().encode(KeyValue.of(reverse(text(value))));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return KeyValue.of(reverse(text(codec().decode(bytes))));
    }

    @Override
    public Optional<BytePrefix> prefix(String characters) {
        return codec().suffix(reverse(characters));
    }

    @Override
    public Optional<BytePrefix> suffix(String characters) {
        return codec().prefix(reverse(characters));
    }

    @Override
    public Optional<BytePattern> pattern(String characters) {
        return codec().pattern(reverse(characters));
    }
}
