/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.BitSet;
import java.util.Objects;
import java.util.Optional;

/** Encodes text as UTF-8, or as a subset of it. */
public record TextCodec(Alphabet alphabet) implements KeyValueCodec {
    /** The allowed characters. */
    public enum Alphabet {
        /** All of Unicode except lone surrogates. */
        UTF8("must be UTF-8 text"),
        /** U+0000 to U+007F: one byte each. */
        ASCII("must be ASCII text"),
        /** Hexadecimal digits in lower case. */
        HEX("must be hexadecimal digits in lower case");

        private final String rule;

        Alphabet(String rule) {
            this.rule = rule;
        }

        private boolean has(char character) {
            return switch (this) {
                case UTF8 -> true;
                case ASCII -> character < 0x80;
                case HEX -> (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
            };
        }
    }

    private static final char ANY = '?';

    public TextCodec {
        Objects.requireNonNull(alphabet, "alphabet");
    }

    @Override
    public KeyValue parse(String text) {
        return KeyValue.of(checked(text));
    }

    @Override
    public byte[] encode(KeyValue value) {
        if (!(value instanceof KeyValue.Text text)) {
            throw new UnfitValueException("must be text");
        }
        try {
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(checked(text.text())));
            byte[] encoded = new byte[bytes.remaining()];
            bytes.get(encoded);
            return encoded;
        } catch (CharacterCodingException e) {
            throw new UnfitValueException(alphabet.rule, e);
        }
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        try {
            return KeyValue.of(
                    checked(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()));
        } catch (CharacterCodingException e) {
            throw new UnfitValueException(alphabet.rule, e);
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public KeyOrder order() {
        return KeyOrder.ASCENDING;
    }

    /** Returns the bounds of a range. Its ends may contain characters outside of the alphabet. */
    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return Optional.of(range.map(value -> ByteArray.utf8(value.text())));
    }

    @Override
    public Optional<BytePrefix> prefix(String characters) {
        return Optional.of(new BytePrefix(ByteArray.utf8(characters), true));
    }

    /** Returns a pattern; empty for UTF-8, whose characters have one to four bytes. */
    @Override
    public Optional<BytePattern> pattern(String characters) {
        if (alphabet == Alphabet.UTF8) {
            return Optional.empty();
        }
        BitSet any = new BitSet();
        for (int i = 0; i < characters.length(); i++) {
            any.set(i, characters.charAt(i) == ANY);
        }
        byte[] bytes = encode(KeyValue.of(characters.replace(ANY, '0')));
        any.stream().forEach(position -> bytes[position] = 0);
        return Optional.of(new BytePattern(ByteArray.wrap(bytes), any));
    }

    private String checked(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!alphabet.has(text.charAt(i))) {
                throw new UnfitValueException(alphabet.rule);
            }
        }
        return text;
    }
}
