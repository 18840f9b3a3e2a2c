/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Base64;
import java.util.Objects;

/** The key of an HBase row: 1 to 32,767 bytes of any value. */
public record RowKey(ByteArray bytes) implements Comparable<RowKey> {
    /** HBase's limit ({@code Short.MAX_VALUE}), in bytes. */
    public static final int MAX_LENGTH = Short.MAX_VALUE;

    public RowKey {
        Objects.requireNonNull(bytes, "bytes");
        if (bytes.isEmpty() || bytes.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a row key has 1 to " + MAX_LENGTH + " bytes, this one has " + bytes.length());
        }
    }

    public static RowKey copyOf(byte[] bytes) {
        return new RowKey(ByteArray.copyOf(bytes));
    }

    /** Wraps {@code bytes} without a copy: the caller must not change them afterwards. */
    public static RowKey wrap(byte[] bytes) {
        return new RowKey(ByteArray.wrap(bytes));
    }

    public static RowKey utf8(String text) {
        return new RowKey(ByteArray.utf8(text));
    }

    /** The form that row keys have in URLs: base64url without padding. */
    public String base64Url() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.unsafeBytes());
    }

    /** Formats the key like the HBase shell: printable ASCII unchanged, any other byte as {@code \xHH}. */
    public String printable() {
        StringBuilder text = new StringBuilder(bytes.length());
        for (byte b : bytes.unsafeBytes()) {
            int value = b & 0xff;
            if (value >= ' ' && value <= '~' && value != '\\') {
                text.append((char) value);
            } else {
                text.append(String.format("\\x%02X", value));
            }
        }
        return text.toString();
    }

    @Override
    public int compareTo(RowKey other) {
        return bytes.compareTo(other.bytes);
    }

    @Override
    public String toString() {
        return printable();
    }
}
