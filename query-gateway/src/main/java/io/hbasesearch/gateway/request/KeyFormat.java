/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats of row keys in requests and answers. */
public enum KeyFormat {
    /** Without padding; the default, because it fits every key into a URL. */
    BASE64URL,
    /** UTF-8. */
    TEXT,
    HEX,
    /** As the HBase shell shows keys, with {@code \xHH} for bytes that are not text. */
    BINARY;

    /** @param name as {@link #parameter()} */
    public static Optional<KeyFormat> of(String name) {
        return Arrays.stream(values())
                .filter(format -> format.parameter().equals(name))
                .findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(KeyFormat::parameter).toList();
    }

    /** Returns the format's name as users write it. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException saying why this is not a key in this format */
    public RowKey parse(String text) {
        return new RowKey(
                switch (this) {
                    case BASE64URL -> base64(text);
                    case TEXT -> ByteArray.utf8(text);
                    case HEX -> ByteArray.wrap(HexFormat.of().parseHex(text));
                    case BINARY -> PrintableBytes.unescape(text);
                });
    }

    private static ByteArray base64(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        // The decoder accepts text whose last bits are lost; a key must have one form only.
        String again = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        if (!again.equals(text.replace("=", ""))) {
            throw new IllegalArgumentException("not base64url of whole bytes");
        }
        return ByteArray.wrap(bytes);
    }

    /** Formats a key; in the format TEXT, a key that is not text is shown with escapes. */
    public String format(RowKey key) {
        return switch (this) {
            case BASE64URL -> key.base64Url();
            case TEXT -> PrintableBytes.text(key.bytes()).orElseGet(() -> PrintableBytes.escape(key.bytes()));
            case BINARY -> PrintableBytes.escape(key.bytes());
            case HEX -> key.bytes().hex();
        };
    }

    /** Returns the key as queries on the index's key field write it; null if it should be text and is not. */
    public static @Nullable String shown(RowKey key, RowKeyFormat format) {
        return switch (format) {
            case TEXT -> PrintableBytes.text(key.bytes()).orElse(null);
            case BINARY -> key.bytes().hex();
        };
    }
}
