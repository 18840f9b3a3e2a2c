/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Texts from the last character to the first, in parts if there is a separator; a cell that begins with ! is none. */
public final class Reversing implements ValueCodec {
    @Override
    public String name() {
        return "reversing";
    }

    @Override
    public Reader open(Map<String, String> options) {
        if (!List.of("separator").containsAll(options.keySet())) {
            throw new IllegalArgumentException("it has one option, separator");
        }
        String separator = options.getOrDefault("separator", "");
        return cell -> {
            String text = new StringBuilder(new String(cell, StandardCharsets.UTF_8))
                    .reverse()
                    .toString();
            if (text.endsWith("!")) {
                throw new IllegalStateException("the secret " + text);
            }
            if (text.isEmpty()) {
                return null;
            }
            return separator.isEmpty()
                    ? text
                    : Map.of("parts", List.of(text.split(java.util.regex.Pattern.quote(separator), -1)));
        };
    }
}
