/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** An immutable byte sequence, ordered like HBase's keys: by unsigned bytes, with a prefix first. */
public final class ByteArray implements Comparable<ByteArray> {
    private static final ByteArray EMPTY = new ByteArray(new byte[0]);

    private final byte[] bytes;

    private ByteArray(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Copies {@code bytes}. */
    public static ByteArray copyOf(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new ByteArray(bytes.clone());
    }

    /** Wraps {@code bytes} without a copy: the caller must not change them afterwards. For hot paths. */
    public static ByteArray wrap(byte[] bytes) {
        return new ByteArray(Objects.requireNonNull(bytes, "bytes"));
    }

    public static ByteArray utf8(String text) {
        return new ByteArray(text.getBytes(UTF_8));
    }

    public static ByteArray empty() {
        return EMPTY;
    }

    /** Returns the internal array, not a copy: callers must not change it. */
    public byte[] unsafeBytes() {
        return bytes;
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /** Decodes the bytes as UTF-8 and replaces malformed sequences. */
    public String utf8() {
        return new String(bytes, UTF_8);
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public int compareTo(ByteArray other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteArray that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns hexadecimal digits, so that bytes in a log are never mistaken for text. */
    @Override
    public String toString() {
        return hex();
    }
}
