/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Decodes UTF-8 and refuses malformed input instead of replacing it. */
final class StrictUtf8 {
    private static final char REPLACEMENT = '\uFFFD';

    private StrictUtf8() {}

    static String decode(byte[] bytes) throws UndecodableValueException {
        String text = new String(bytes, UTF_8);
        // String's own decoder is several times faster; only texts with a possible replacement are checked again.
        if (text.indexOf(REPLACEMENT) >= 0 && !isValid(bytes)) {
            throw new UndecodableValueException("is not valid UTF-8");
        }
        return text;
    }

    private static boolean isValid(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
