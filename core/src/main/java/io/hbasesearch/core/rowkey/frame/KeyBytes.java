/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import java.util.Arrays;
import java.util.Optional;

/** Arithmetic of keys. */
public final class KeyBytes {
    private KeyBytes() {}

    public static ByteArray concat(ByteArray first, ByteArray second) {
        byte[] all = Arrays.copyOf(first.unsafeBytes(), first.length() + second.length());
        System.arraycopy(second.unsafeBytes(), 0, all, first.length(), second.length());
        return ByteArray.wrap(all);
    }

    /** The first {@code length} bytes; all, if there are no more. */
    public static ByteArray first(ByteArray bytes, int length) {
        return bytes.length() <= length ? bytes : ByteArray.wrap(Arrays.copyOf(bytes.unsafeBytes(), length));
    }

    /**
     * The first key behind all that begin with {@code prefix}: one more, with a carry that drops the bytes 0xFF at the end.
     *
     * @return empty if nothing is behind them
     */
    public static Optional<ByteArray> behindPrefix(ByteArray prefix) {
        int length = prefix.length();
        while (length > 0 && prefix.unsafeBytes()[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return Optional.empty();
        }
        byte[] successor = Arrays.copyOf(prefix.unsafeBytes(), length);
        successor[length - 1]++;
        return Optional.of(ByteArray.wrap(successor));
    }

    /** The first key behind this one. */
    public static ByteArray behind(ByteArray key) {
        return ByteArray.wrap(Arrays.copyOf(key.unsafeBytes(), key.length() + 1));
    }

    public static boolean startsWith(ByteArray bytes, ByteArray prefix) {
        return bytes.length() >= prefix.length()
                && Arrays.mismatch(bytes.unsafeBytes(), 0, prefix.length(), prefix.unsafeBytes(), 0, prefix.length())
                        < 0;
    }

    /** Where {@code part} begins in {@code bytes} at or after {@code from}; -1 if nowhere. */
    static int indexOf(byte[] bytes, int from, byte[] part) {
        for (int i = from; i <= bytes.length - part.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether all bytes are of ASCII. */
    public static boolean isAscii(ByteArray bytes) {
        for (byte b : bytes.unsafeBytes()) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }
}
