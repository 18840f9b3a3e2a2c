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

    /** Returns the first {@code length} bytes, or all if there are fewer. */
    public static ByteArray first(ByteArray bytes, int length) {
        return bytes.length() <= length ? bytes : ByteArray.wrap(Arrays.copyOf(bytes.unsafeBytes(), length));
    }

    /**
     * Returns the first key after all keys with {@code prefix}: the prefix plus one, with a carry that drops trailing bytes 0xFF.
     *
     * @return empty if no key is after them
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

    /** Returns the first key after this one. */
    public static ByteArray behind(ByteArray key) {
        return ByteArray.wrap(Arrays.copyOf(key.unsafeBytes(), key.length() + 1));
    }

    public static boolean startsWith(ByteArray bytes, ByteArray prefix) {
        return bytes.length() >= prefix.length()
                && Arrays.mismatch(bytes.unsafeBytes(), 0, prefix.length(), prefix.unsafeBytes(), 0, prefix.length())
                        < 0;
    }

    /** Returns the index of {@code part} in {@code bytes} at or after {@code from}; -1 if there is none. */
    static int indexOf(byte[] bytes, int from, byte[] part) {
        for (int i = from; i <= bytes.length - part.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Tells if all bytes are ASCII. */
    public static boolean isAscii(ByteArray bytes) {
        for (byte b : bytes.unsafeBytes()) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }
}
