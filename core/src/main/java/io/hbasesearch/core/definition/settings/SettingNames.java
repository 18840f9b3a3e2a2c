/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.yaml.ValueType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Names constants and extensions in definitions. Stateless. It must not depend on settings, because all of them depend on it. */
final class SettingNames {
    private static final Pattern EXTENSION_NAME = Pattern.compile("[a-z][a-z0-9.-]*");

    private SettingNames() {}

    static String of(OnError onError) {
        return onError.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String of(Enum<?> constant) {
        if (constant instanceof FieldType) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        String[] words = constant.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return name.toString();
    }

    static <E extends Enum<E>> Map<String, E> each(E[] constants) {
        Map<String, E> names = new LinkedHashMap<>();
        for (E constant : constants) {
            names.put(of(constant), constant);
        }
        return names;
    }

    static ValueType<String> extension() {
        return ValueType.of("a name in lower case", name -> {
            if (!EXTENSION_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException();
            }
            return name;
        });
    }
}
