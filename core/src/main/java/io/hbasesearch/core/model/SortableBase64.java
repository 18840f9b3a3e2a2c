/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * Base64 (RFC 4648) without padding, with the URL-safe alphabet put in ASCII order, so that the text sorts as the bytes
 * do. That holds for keys of different lengths too: the bits that fill up the last character are zero.
 */
final class SortableBase64 {
    private static final byte[] ALPHABET =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".getBytes(ISO_8859_1);
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < ALPHABET.length; i++) {
            VALUES[ALPHABET[i]] = (byte) i;
        }
    }

    private SortableBase64() {}

    static String encode(byte[] bytes, int length) {
        byte[] text = new byte[(length * 4 + 2) / 3];
        int next = 0;
        int buffer = 0;
        int bits = 0;
        for (int i = 0; i < length; i++) {
            buffer = buffer << 8 | (bytes[i] & 0xff);
            bits += 8;
            while (bits >= 6) {
                bits -= 6;
                text[next++] = ALPHABET[buffer >>> bits & 0x3f];
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            text[next] = ALPHABET[buffer << (6 - bits) & 0x3f];
        }
        return new String(text, ISO_8859_1);
    }

    /** @throws IllegalArgumentException if {@link #encode} never returns this text */
    static byte[] decode(String text) {
        byte[] bytes = new byte[text.length() * 6 / 8];
        int buffer = 0;
        int bits = 0;
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int value = c < VALUES.length ? VALUES[c] : -1;
            if (value < 0) {
                throw new IllegalArgumentException("not a document id: its character " + (i + 1) + " stands in none");
            }
            buffer = buffer << 6 | value;
            bits += 6;
            if (bits >= 8) {
                bits -= 8;
                bytes[next++] = (byte) (buffer >>> bits);
                buffer &= (1 << bits) - 1;
            }
        }
        if (buffer != 0 || bits >= 6) {
            throw new IllegalArgumentException(
                    "not a document id: its last character, of " + text.length() + ", has bits that stand for nothing");
        }
        return bytes;
    }
}
