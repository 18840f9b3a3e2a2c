/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A value ends where its delimiter begins: a separator, or a terminator.
 *
 * @param delimiter at least one byte
 * @param escape written in place of the delimiter's first byte within a value; without an escape, values must not contain the
 *     delimiter. It begins with that byte, sorts after the delimiter, and neither is a prefix of the other.
 */
public record Delimited(ByteArray delimiter, Optional<ByteArray> escape) implements ValueFraming {
    public Delimited {
        Objects.requireNonNull(escape, "escape");
        if (delimiter.isEmpty()) {
            throw new IllegalArgumentException("a delimiter has at least one byte");
        }
        escape.ifPresent(escaped -> checkEscape(delimiter, escaped));
    }

    private static void checkEscape(ByteArray delimiter, ByteArray escape) {
        if (escape.isEmpty()
                || escape.unsafeBytes()[0] != delimiter.unsafeBytes()[0]
                || KeyBytes.startsWith(escape, delimiter)
                || KeyBytes.startsWith(delimiter, escape)
                || escape.compareTo(delimiter) < 0) {
            throw new IllegalArgumentException(
                    "an escape begins with the delimiter's first byte and sorts behind it, and"
                            + " neither begins with the other: as \\x00\\xFF for the terminator \\x00\\x01");
        }
    }

    @Override
    public boolean isText() {
        return KeyBytes.isAscii(delimiter) && escape.map(KeyBytes::isAscii).orElse(true);
    }

    private byte first() {
        return delimiter.unsafeBytes()[0];
    }

    @Override
    public ByteArray frame(byte[] value) {
        ByteArray escaped = escape(ByteArray.copyOf(value));
        ByteArray framed = KeyBytes.concat(escaped, delimiter);
        // The end of a value and the beginning of the delimiter may together form an earlier delimiter.
        if (KeyBytes.indexOf(framed.unsafeBytes(), 0, delimiter.unsafeBytes()) != escaped.length()) {
            throw new UnfitValueException("must not hold what ends it in the key");
        }
        return framed;
    }

    private ByteArray escape(ByteArray value) {
        if (escape.isEmpty()) {
            return value;
        }
        ByteArrayOutputStream escaped = new ByteArrayOutputStream();
        for (byte b : value.unsafeBytes()) {
            escaped.writeBytes(b == first() ? escape.get().unsafeBytes() : new byte[] {b});
        }
        return ByteArray.wrap(escaped.toByteArray());
    }

    @Override
    public byte[] read(ByteBuffer key) {
        byte[] bytes = new byte[key.remaining()];
        key.duplicate().get(bytes);
        if (escape.isPresent()) {
            return readEscaped(key, bytes, escape.get().unsafeBytes());
        }
        int end = KeyBytes.indexOf(bytes, 0, delimiter.unsafeBytes());
        if (end < 0) {
            throw new UnfitValueException("must end with its separator or terminator");
        }
        key.position(key.position() + end + delimiter.length());
        return Arrays.copyOf(bytes, end);
    }

    private byte[] readEscaped(ByteBuffer key, byte[] bytes, byte[] escaped) {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        int i = 0;
        while (i < bytes.length) {
            if (bytes[i] != first()) {
                value.write(bytes[i++]);
            } else if (startsAt(bytes, i, escaped)) {
                value.write(first());
                i += escaped.length;
            } else if (startsAt(bytes, i, delimiter.unsafeBytes())) {
                key.position(key.position() + i + delimiter.length());
                return value.toByteArray();
            } else {
                break;
            }
        }
        throw new UnfitValueException("must be escaped as declared, and end with its terminator");
    }

    private static boolean startsAt(byte[] bytes, int from, byte[] part) {
        return bytes.length - from >= part.length
                && Arrays.equals(bytes, from, from + part.length, part, 0, part.length);
    }

    @Override
    public int shortest() {
        return delimiter.length();
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.empty();
    }

    @Override
    public boolean keepsOrder(KeyValueCodec codec) {
        return switch (codec.order()) {
            case NONE -> false;
            case ASCENDING -> first() == 0 && isFirstNoValue();
            case DESCENDING -> first() == -1 && escape.isEmpty() && isFirstNoValue();
        };
    }

    @Override
    public Optional<List<Span>> between(Bounds<ByteArray> bounds, KeyValueCodec codec) {
        return switch (codec.order()) {
            case NONE -> Optional.empty();
            case ASCENDING ->
                Optional.of(keepsOrder(codec) && !holdsDelimiter(bounds) ? exact(bounds) : List.of(loose(bounds)));
            case DESCENDING ->
                keepsOrder(codec) && !holdsDelimiter(bounds) ? Optional.of(exact(bounds)) : Optional.empty();
        };
    }

    /** Tells if the delimiter's first byte never occurs in a value's bytes in the key. */
    private boolean isFirstNoValue() {
        return escape.isPresent() || delimiter.length() == 1;
    }

    private boolean holdsDelimiter(Bounds<ByteArray> bounds) {
        return escape.isEmpty() && (holdsFirst(bounds.low()) || holdsFirst(bounds.high()));
    }

    private boolean holdsFirst(@Nullable ByteArray bound) {
        return bound != null && KeyBytes.indexOf(bound.unsafeBytes(), 0, new byte[] {first()}) >= 0;
    }

    /**
     * Returns exact spans for framed bytes in the order of the values: the delimiter sorts before every byte, or after it if
     * descending.
     */
    private List<Span> exact(Bounds<ByteArray> bounds) {
        Bounds<ByteArray> framed = bounds.map(bound -> KeyBytes.concat(escape(bound), delimiter));
        ByteArray low = framed.low();
        ByteArray high = framed.high();
        Optional<ByteArray> start = low == null
                ? Optional.of(ByteArray.empty())
                : framed.lowInclusive() ? Optional.of(low) : KeyBytes.behindPrefix(low);
        Optional<ByteArray> stop = Optional.ofNullable(high)
                .flatMap(bound -> framed.highInclusive() ? KeyBytes.behindPrefix(bound) : Optional.of(bound));
        return start.map(from -> List.of(new Span(from, stop, true))).orElse(List.of());
    }

    /**
     * Returns an inexact span. A prefix of the high bound is a smaller value, but may sort after it with its delimiter: the last one
     * decides.
     */
    private Span loose(Bounds<ByteArray> bounds) {
        ByteArray low = bounds.low();
        ByteArray high = bounds.high();
        Optional<ByteArray> stop = Optional.ofNullable(high).flatMap(bound -> {
            ByteArray last = KeyBytes.concat(escape(bound), delimiter);
            for (int length = 0; length < bound.length(); length++) {
                ByteArray framed = KeyBytes.concat(escape(KeyBytes.first(bound, length)), delimiter);
                last = framed.compareTo(last) > 0 ? framed : last;
            }
            return KeyBytes.behindPrefix(last);
        });
        return new Span(low == null ? ByteArray.empty() : escape(low), stop, bounds.isOpen());
    }

    @Override
    public Optional<Span> beginning(BytePrefix beginning) {
        boolean mayEndIt = escape.isEmpty() && holdsFirst(beginning.bytes());
        return Optional.of(Span.ofPrefix(escape(beginning.bytes()), beginning.exact() && !mayEndIt));
    }
}
