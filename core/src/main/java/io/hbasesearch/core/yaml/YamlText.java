/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes YAML in one line, which {@link YamlFile} reads back unchanged for any content. Stateless. */
public final class YamlText {
    private YamlText() {}

    /** @param entries values are YAML already; keys are texts, in which readers do not expand variables */
    public static String mapping(Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** @param items YAML already */
    public static String list(Collection<String> items) {
        return items.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    /** Writes a value of {@link ValueType#anyMapping}: a text, a boolean, a number, a list or a mapping of these. */
    public static String plain(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, String> entries = new LinkedHashMap<>();
            map.forEach((key, each) -> entries.put(key.toString(), plain(each)));
            return mapping(entries);
        }
        if (value instanceof List<?> list) {
            return list(list.stream().map(YamlText::plain).toList());
        }
        return value instanceof String text ? quote(text) : value.toString();
    }

    /** Quotes a text. A reader of files would read <code>${</code> as an environment variable. */
    public static String quote(String text) {
        return quoted(text.replace("${", "$${"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                quoted.append('\\').append((char) character);
            } else if (!isPrintable(character)) {
                quoted.append(String.format("\\u%04x", character));
            } else {
                quoted.append((char) character);
            }
        });
        return quoted.append('"').toString();
    }

    /** Tells if YAML allows the character unescaped; surrogates only in pairs. */
    private static boolean isPrintable(int character) {
        return (character >= ' ' && character < 0x7f)
                || (character >= 0xa0 && character < 0xfffe && !isSpecial(character));
    }

    private static boolean isSpecial(int character) {
        return character == 0x2028 || character == 0x2029 || character == 0xfeff;
    }
}
