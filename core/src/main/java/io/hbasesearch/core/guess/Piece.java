/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** The same piece of every key. Each character of its values is one byte. Immutable. */
final class Piece {
    /** The part of the keys that may be exceptions where a form is only likely. */
    private static final double EXCEPTIONS = 0.02;

    private final List<String> values;
    private final int shortest;
    private final int longest;

    Piece(List<String> values) {
        this.values = List.copyOf(values);
        this.shortest = values.stream().mapToInt(String::length).min().orElse(0);
        this.longest = values.stream().mapToInt(String::length).max().orElse(0);
    }

    static Piece of(List<RowKey> keys) {
        return new Piece(keys.stream()
                .map(key -> new String(key.bytes().unsafeBytes(), ISO_8859_1))
                .toList());
    }

    static byte[] bytes(String value) {
        return value.getBytes(ISO_8859_1);
    }

    /** Reads one to eight bytes as a number, the first byte as the highest. */
    static long number(String value) {
        return ByteBuffer.wrap(bytes("\0".repeat(Long.BYTES - value.length()) + value))
                .getLong();
    }

    int size() {
        return values.size();
    }

    String at(int key) {
        return values.get(key);
    }

    List<String> values() {
        return values;
    }

    int shortest() {
        return shortest;
    }

    /** Returns the number of bytes of all values; empty if it differs. */
    OptionalInt width() {
        return shortest == longest ? OptionalInt.of(shortest) : OptionalInt.empty();
    }

    boolean isWide(int bytes) {
        return shortest == bytes && longest == bytes;
    }

    Piece slice(int from, int to) {
        return new Piece(values.stream().map(value -> value.substring(from, to)).toList());
    }

    Piece slice(int from) {
        return new Piece(values.stream().map(value -> value.substring(from)).toList());
    }

    /** Tells if all values are text without control characters. */
    boolean isText() {
        return isAscii()
                || Texts.utf8(values.stream()
                                .map(value -> ByteArray.wrap(bytes(value)))
                                .toList())
                        .isPresent();
    }

    boolean isAscii() {
        return all(value -> value.chars().allMatch(c -> c >= ' ' && c < 0x7f));
    }

    boolean all(Predicate<String> condition) {
        return values.stream().allMatch(condition);
    }

    long count(Predicate<String> condition) {
        return values.stream().filter(condition).count();
    }

    /** Tells if nearly all values have a form. */
    boolean mostly(Predicate<String> condition) {
        int exceptions = (int) (EXCEPTIONS * values.size());
        for (String value : values) {
            if (!condition.test(value) && --exceptions < 0) {
                return false;
            }
        }
        return true;
    }

    long distinct() {
        return values.stream().distinct().count();
    }

    /** Returns a text's value, whose characters may have several bytes. */
    static String utf8(String value) {
        return new String(bytes(value), UTF_8);
    }
}
