/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.Optional;

/** Formats bytes for readers: text as it is, other bytes with the HBase shell's {@code \xHH} escapes. */
public final class PrintableBytes {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int ESCAPE_LENGTH = 4;
    private static final byte DELETE = 0x7f;

    private PrintableBytes() {}

    /** Decodes bytes that are valid UTF-8 without control characters other than tab and line ends; empty for others. */
    public static Optional<String> text(ByteArray bytes) {
        byte[] raw = bytes.unsafeBytes();
        if (isPlain(raw)) {
            return Optional.of(new String(raw, ISO_8859_1));
        }
        try {
            String text = UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
            return hasStrangeControl(text) ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /**
     * Tells whether the bytes are plain ASCII, as most values are; the decoder and the character check would take a tenth of an answer's
     * time.
     */
    private static boolean isPlain(byte[] bytes) {
        for (byte b : bytes) {
            if (b < ' ' && !isWhite(b) || b == DELETE) {
                return false;
            }
        }
        return true;
    }

    /** Detects control characters: a number in HBase's Bytes encoding is often valid UTF-8 full of zeros. */
    private static boolean hasStrangeControl(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && !isWhite(c)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWhite(int c) {
        return c == '\t' || c == '\n' || c == '\r';
    }

    /** Escapes bytes so that {@link #unescape} restores them (injective). Text stays as it is, except for the backslash. */
    public static String escape(ByteArray bytes) {
        return text(bytes).map(text -> text.replace("\\", "\\x5C")).orElseGet(() -> escapeEach(bytes));
    }

    private static String escapeEach(ByteArray bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes.unsafeBytes()) {
            if (b >= ' ' && b <= '~' && b != '\\') {
                text.append((char) b);
            } else {
                text.append("\\x").append(HEX.toHexDigits(b));
            }
        }
        return text.toString();
    }

    /** @throws IllegalArgumentException if a backslash begins anything but {@code \xHH} */
    static ByteArray unescape(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = 0;
        while (next < text.length()) {
            int escape = text.indexOf('\\', next);
            int end = escape < 0 ? text.length() : escape;
            bytes.writeBytes(text.substring(next, end).getBytes(UTF_8));
            next = end;
            if (escape >= 0) {
                bytes.write(escaped(text, escape));
                next = escape + ESCAPE_LENGTH;
            }
        }
        return ByteArray.wrap(bytes.toByteArray());
    }

    private static int escaped(String text, int at) {
        if (text.startsWith("\\x", at) && at + ESCAPE_LENGTH <= text.length()) {
            char high = text.charAt(at + 2);
            char low = text.charAt(at + 3);
            if (HexFormat.isHexDigit(high) && HexFormat.isHexDigit(low)) {
                return HexFormat.fromHexDigit(high) << 4 | HexFormat.fromHexDigit(low);
            }
        }
        throw new IllegalArgumentException("a backslash must begin \\xHH with two hexadecimal digits");
    }
}
