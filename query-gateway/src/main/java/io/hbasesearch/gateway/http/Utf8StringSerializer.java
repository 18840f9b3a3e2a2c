/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes texts as the bytes that they are in UTF-8: whole surrogate pairs, as rare Chinese characters are, come as themselves and not
 * as escapes, and half ones, which a caller may send, as question marks. Jackson's writer of bytes by itself has escapes for the former,
 * or with {@code COMBINE_UNICODE_SURROGATES_IN_UTF8} takes the character behind half a pair for its other half. For one answer.
 */
final class Utf8StringSerializer extends JsonGeneratorDelegate {
    /** @param to a writer of bytes */
    Utf8StringSerializer(JsonGenerator to) {
        // What is written below an object comes here, too.
        super(to, false);
    }

    @Override
    public void writeString(@Nullable String text) throws IOException {
        if (text == null) {
            delegate.writeNull();
            return;
        }
        byte[] bytes = text.getBytes(UTF_8);
        delegate.writeUTF8String(bytes, 0, bytes.length);
    }

    @Override
    public void writeFieldName(String name) throws IOException {
        if (hasSurrogates(name)) {
            delegate.writeFieldName(new SerializedString(new String(name.getBytes(UTF_8), UTF_8)));
        } else {
            delegate.writeFieldName(name);
        }
    }

    private static boolean hasSurrogates(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isSurrogate(name.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
