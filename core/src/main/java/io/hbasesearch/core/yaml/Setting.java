/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definition of one key of a file, from which the reader, the error messages and the reference documentation derive. Settings are
 * constants, compared by identity. Immutable.
 */
public final class Setting<T> {
    private final String key;
    private final ValueType<T> type;
    private final String description;
    private final boolean required;
    private final @Nullable String defaultText;
    private final Object identity;
    private final @Nullable String formerKey;

    private Setting(String key, ValueType<T> type, String description, boolean required, @Nullable String defaultText) {
        this(key, type, description, required, defaultText, new Object(), null);
    }

    private Setting(
            String key,
            ValueType<T> type,
            String description,
            boolean required,
            @Nullable String defaultText,
            Object identity,
            @Nullable String formerKey) {
        this.identity = identity;
        this.key = Objects.requireNonNull(key, "key");
        this.type = Objects.requireNonNull(type, "type");
        this.description = Objects.requireNonNull(description, "description");
        this.required = required;
        this.defaultText = defaultText;
        this.formerKey = formerKey;
    }

    /** Creates a setting that a file must have. */
    public static <T> Setting<T> required(String key, ValueType<T> type, String description) {
        return new Setting<>(key, type, description, true, null);
    }

    /** Creates a setting that may be absent. */
    public static <T> Setting<T> optional(String key, ValueType<T> type, String description) {
        return new Setting<>(key, type, description, false, null);
    }

    /** @param defaultText in the form of the file */
    public static <T> Setting<T> withDefault(String key, ValueType<T> type, String defaultText, String description) {
        return new Setting<>(key, type, description, false, Objects.requireNonNull(defaultText, "defaultText"));
    }

    /**
     * Returns this setting with fewer allowed values or another meaning. A look-up of one finds a value that is stored under the
     * other.
     */
    public Setting<T> narrowed(ValueType<T> fewer, String meaning) {
        return new Setting<>(key, fewer, meaning, required, defaultText, identity, formerKey);
    }

    /** Returns this setting with the key that it had in earlier versions. Files may not use it; texts stored by them do. */
    public Setting<T> formerly(String former) {
        return new Setting<>(key, type, description, required, defaultText, identity, former);
    }

    /** The key in earlier versions; empty if it was the same. */
    Optional<String> formerKey() {
        return Optional.ofNullable(formerKey);
    }

    public String key() {
        return key;
    }

    public ValueType<T> type() {
        return type;
    }

    /** One line, without a full stop. */
    public String description() {
        return description;
    }

    public boolean isRequired() {
        return required;
    }

    /** The default in the form of the file. */
    public Optional<String> defaultText() {
        return Optional.ofNullable(defaultText);
    }

    Optional<T> defaultValue() {
        if (defaultText == null) {
            return Optional.empty();
        }
        ConfigurationProblems problems = new ConfigurationProblems();
        Optional<T> value = type.read(YamlFile.inline(defaultText, key, problems));
        problems.throwIfAny();
        return value;
    }

    /** The identity that a setting shares with those that were {@link #narrowed} from it, and with no other. */
    Object identity() {
        return identity;
    }

    @Override
    public String toString() {
        return key;
    }
}
