/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One setting of a peer's configuration: its key, type, unit, default, description and validator. Immutable.
 *
 * @param <T> type of the parsed value
 */
public final class Setting<T> {
    /** Parses a value's text; an {@link IllegalArgumentException} names the rule that is broken. */
    interface Parser<T> {
        T parse(String text);
    }

    private final String key;
    private final String type;
    private final String defaultText;
    private final String description;
    private final Parser<T> parser;

    Setting(String key, String type, String defaultText, String description, Parser<T> parser) {
        this.key = Objects.requireNonNull(key, "key");
        this.type = Objects.requireNonNull(type, "type");
        this.defaultText = defaultText;
        this.description = Objects.requireNonNull(description, "description");
        this.parser = Objects.requireNonNull(parser, "parser");
    }

    /** Creates a setting for a whole number within bounds, in {@code unit}. */
    static Setting<Long> number(String key, String unit, long fallback, long least, long most, String description) {
        return new Setting<>(key, unit, Long.toString(fallback), description, text -> {
            long value;
            try {
                value = Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("must be a whole number of " + unit + ", not '" + text + "'", e);
            }
            if (value < least || value > most) {
                throw new IllegalArgumentException(
                        "must be within " + least + " and " + most + " " + unit + ", not " + value);
            }
            return value;
        });
    }

    public String key() {
        return key;
    }

    /** Returns the type, or the unit for a number. */
    public String type() {
        return type;
    }

    /** Returns the default as a user would write it; empty for none. */
    public String defaultText() {
        return defaultText == null ? "" : defaultText;
    }

    public String description() {
        return description;
    }

    /** Returns the value from {@code configuration}, or the default; null, with a problem added, if there is neither. */
    T read(Map<String, String> configuration, List<String> problems) {
        String text = configuration.get(key);
        if (text == null) {
            if (defaultText == null) {
                problems.add(key + " is required: " + description);
                return null;
            }
            text = defaultText;
        }
        try {
            return parser.parse(text.trim());
        } catch (IllegalArgumentException e) {
            problems.add(key + " " + e.getMessage());
            return null;
        }
    }
}
