/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Decodes texts in character sets other than UTF-8, and refuses malformed input. */
final class Texts {
    private Texts() {}

    /** @param charset a stateless one */
    static ValueDecoder decoder(String charset) {
        Charset known = Charset.forName(charset);
        return bytes -> decode(known, charset, ByteBuffer.wrap(bytes));
    }

    /** Decodes UTF-16; a byte order mark takes precedence. */
    static ValueDecoder utf16(boolean littleEndian) {
        Charset unmarked = littleEndian ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
        return bytes -> {
            int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
            if (mark == 0xfeff || mark == 0xfffe) {
                Charset marked = mark == 0xfeff ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
                return decode(marked, "UTF-16", ByteBuffer.wrap(bytes, 2, bytes.length - 2));
            }
            return decode(unmarked, "UTF-16", ByteBuffer.wrap(bytes));
        };
    }

    private static String decode(Charset charset, String name, ByteBuffer bytes) throws UndecodableValueException {
        try {
            return charset.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new UndecodableValueException("is not valid " + name);
        }
    }
}
