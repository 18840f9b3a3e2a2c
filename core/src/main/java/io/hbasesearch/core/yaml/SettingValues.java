/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import io.hbasesearch.core.error.Suggestion;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of one {@link SettingGroup} in a file, with defaults. For one thread.
 */
public final class SettingValues {
    private final String name;
    private final String path;
    private final @Nullable YamlNode node;
    private final @Nullable SettingGroup group;
    // By the identity of settings, so that a narrowed setting and its original find the same value.
    private final IdentityHashMap<Object, Object> values = new IdentityHashMap<>();
    private final IdentityHashMap<Object, YamlNode> written = new IdentityHashMap<>();
    private final IdentityHashMap<SettingGroup, List<SettingValues>> groups = new IdentityHashMap<>();

    private SettingValues(String name, String path, @Nullable YamlNode node, @Nullable SettingGroup group) {
        this.name = name;
        this.path = path;
        this.node = node;
        this.group = group;
    }

    /** Creates values for an unreadable file, whose problems were reported. */
    static SettingValues unreadable() {
        return new SettingValues("", "", null, null);
    }

    static SettingValues read(YamlNode node, SettingGroup group) {
        return read("", node, node.entries(), node.path(), group);
    }

    private static SettingValues read(
            String name, YamlNode position, Map<String, YamlNode> entries, String path, SettingGroup group) {
        if (!position.isMapping()) {
            return new SettingValues(
                    name, path, null, null); // reported already; reports of missing settings would be noise
        }
        SettingValues values = new SettingValues(name, path, position, group);
        reportUnknown(entries, group);
        group.settings().forEach(setting -> values.readSetting(setting, entries));
        group.groups().forEach(inner -> values.readGroup(inner, entries));
        return values;
    }

    private static void reportUnknown(Map<String, YamlNode> entries, SettingGroup group) {
        List<String> accepted = group.acceptedKeys();
        entries.forEach((key, value) -> {
            Optional<String> renamed = group.renamed(key).map(Setting::key);
            if (!accepted.contains(key) && !(renamed.isPresent() && value.isStored())) {
                Optional<String> reason =
                        renamed.map(name -> "is called " + name + " now").or(() -> group.refusal(key));
                value.problemWithKey(reason.orElseGet(() -> {
                    String nearest = Suggestion.nearest(key, accepted)
                            .map(name -> "did you mean " + name + "? Accepted: ")
                            .orElse("accepted: ");
                    return "is not known; " + nearest + String.join(", ", accepted);
                }));
            }
        });
    }

    private <T> void readSetting(Setting<T> setting, Map<String, YamlNode> entries) {
        YamlNode value = entries.containsKey(setting.key())
                ? entries.get(setting.key())
                : setting.formerKey().map(entries::get).orElse(null);
        if (value != null) {
            written.put(setting.identity(), value);
            setting.type().read(value).ifPresent(read -> values.put(setting.identity(), read));
        } else if (setting.isRequired()) {
            problem(setting, "is missing: " + setting.description());
        } else {
            setting.defaultValue().ifPresent(read -> values.put(setting.identity(), read));
        }
    }

    private void readGroup(SettingGroup group, Map<String, YamlNode> entries) {
        YamlNode value = entries.get(group.key());
        YamlNode position = value == null ? node : value;
        Map<String, YamlNode> inner = value == null ? Map.of() : value.entries();
        List<SettingValues> read = new ArrayList<>();
        if (group.isRepeated()) {
            inner.forEach((key, each) -> read.add(read(key, each, each.entries(), each.path(), group)));
        } else {
            read.add(read(group.key(), position, inner, join(path, group.key()), group));
        }
        groups.put(group, read);
    }

    private static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** The key of this group; for a repeated group, the name that the user chose. */
    public String name() {
        return name;
    }

    /** Returns the value of the file or the default; empty if there is neither, or if the value is invalid and was reported. */
    public <T> Optional<T> find(Setting<T> setting) {
        @SuppressWarnings("unchecked") // readSetting puts nothing but a T under a Setting<T>
        T value = (T) values.get(setting.identity());
        return Optional.ofNullable(value);
    }

    /** Returns a value that is always present once {@link ConfigurationProblems#throwIfAny()} has passed. */
    public <T> T get(Setting<T> setting) {
        return find(setting).orElseThrow(() -> new IllegalStateException(setting + " has no value"));
    }

    /** Tells if the file has the setting, valid or not. */
    public boolean isWritten(Setting<?> setting) {
        return written.containsKey(setting.identity());
    }

    /** Returns the values of an inner group; defaults, if the file does not have it. */
    public SettingValues group(SettingGroup group) {
        List<SettingValues> read = groups.get(group);
        return read == null ? unreadable() : read.get(0);
    }

    /** Returns the groups of a repeated group, in the order of the file. */
    public List<SettingValues> each(SettingGroup group) {
        return groups.getOrDefault(group, List.of());
    }

    /**
     * Returns the file's values as canonical YAML in one line: without comments and defaults, with variables expanded, and in the
     * order of the settings. Names that the user chose keep their order.
     *
     * @param left settings to leave out
     */
    public String canonical(Set<Setting<?>> left) {
        Map<String, String> entries = new LinkedHashMap<>();
        if (group != null) {
            group.settings().stream()
                    .filter(setting -> !left.contains(setting))
                    .forEach(setting -> addCanonical(setting, entries));
            group.groups().forEach(inner -> addCanonical(inner, left, entries));
        }
        return YamlText.mapping(entries);
    }

    private void addCanonical(Setting<?> setting, Map<String, String> entries) {
        YamlNode value = written.get(setting.identity());
        if (value != null && !find(setting).equals(setting.defaultValue())) {
            boolean isOne = setting.type().isList() && !value.isSequence();
            entries.put(setting.key(), isOne ? YamlText.list(List.of(value.canonical())) : value.canonical());
        }
    }

    private void addCanonical(SettingGroup inner, Set<Setting<?>> left, Map<String, String> entries) {
        List<SettingValues> read = groups.getOrDefault(inner, List.of());
        if (!inner.isRepeated()) {
            read.forEach(values -> entries.put(inner.key(), values.canonical(left)));
        } else if (!read.isEmpty()) {
            Map<String, String> each = new LinkedHashMap<>();
            read.forEach(values -> each.put(values.name(), values.canonical(left)));
            entries.put(inner.key(), YamlText.mapping(each));
        }
    }

    /** Returns what the file itself has for secret settings, by path; references to variables are not expanded. */
    public Map<String, String> writtenSecrets() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (group != null) {
            group.settings().stream()
                    .filter(setting -> setting.type().isSecret() && isWritten(setting))
                    .forEach(setting -> written.get(setting.identity()).addScalars(texts));
            group.groups().forEach(inner -> each(inner).forEach(values -> texts.putAll(values.writtenSecrets())));
        }
        return texts;
    }

    /** Reports {@code <path of the setting> <text>} at its value, or at this group if the file does not set it. */
    public void problem(Setting<?> setting, String text) {
        YamlNode value = written.get(setting.identity());
        if (value != null) {
            value.problem(text);
        } else if (node != null) {
            node.problemHere(join(path, setting.key()) + " " + text);
        }
    }

    /** Reports {@code <path> <text>} at this group. */
    public void problem(String text) {
        if (node != null) {
            node.problemHere((path.isEmpty() ? "the file" : path) + " " + text);
        }
    }

    /** Reports {@code <path> <text>} at the key of this group: about its name. */
    public void problemWithName(String text) {
        if (node != null) {
            node.problemWithKey(text);
        }
    }
}
