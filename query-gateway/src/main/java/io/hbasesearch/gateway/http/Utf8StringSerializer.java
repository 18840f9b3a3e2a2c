/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes strings as their UTF-8 bytes. Whole surrogate pairs, such as rare Chinese characters, are written as characters and not as
 * escapes; unpaired surrogates, which a caller may send, as question marks. Jackson's byte writer alone escapes whole pairs, or with {@code
 * COMBINE_UNICODE_SURROGATES_IN_UTF8} takes the character after an unpaired surrogate for its other half. For one answer.
 */
final class Utf8StringSerializer extends JsonGeneratorDelegate {
    /** @param to a generator that writes bytes */
    Utf8StringSerializer(JsonGenerator to) {
        // Nested values are written through this delegate too.
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
