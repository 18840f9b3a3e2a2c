/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The keys of a mapping: settings, and groups of further settings. Constants, compared by identity. Immutable.
 */
public final class SettingGroup {
    private final String key;
    private final boolean repeated;
    private final String description;
    private final List<Setting<?>> settings;
    private final List<SettingGroup> groups;
    private final Map<String, String> refused;

    private SettingGroup(
            String key,
            boolean repeated,
            String description,
            List<Setting<?>> settings,
            List<SettingGroup> groups,
            Map<String, String> refused) {
        this.key = Objects.requireNonNull(key, "key");
        this.repeated = repeated;
        this.description = Objects.requireNonNull(description, "description");
        this.settings = List.copyOf(settings);
        this.groups = List.copyOf(groups);
        this.refused = Map.copyOf(refused);
    }

    /** Creates the group of a whole file. */
    public static SettingGroup root(String description, List<Setting<?>> settings, List<SettingGroup> groups) {
        return new SettingGroup("", false, description, settings, groups, Map.of());
    }

    public static SettingGroup of(String key, String description, Setting<?>... settings) {
        return new SettingGroup(key, false, description, List.of(settings), List.of(), Map.of());
    }

    /** Creates a mapping from names that the user chooses to groups of these settings. */
    public static SettingGroup ofEach(String key, String description, Setting<?>... settings) {
        return new SettingGroup(key, true, description, List.of(settings), List.of(), Map.of());
    }

    /** Returns this group with inner groups. */
    public SettingGroup with(SettingGroup... inner) {
        return new SettingGroup(key, repeated, description, settings, List.of(inner), refused);
    }

    /**
     * Returns this group with an explanation for a key that users expect but that does not exist.
     *
     * @param reason why the key does not exist and what to do instead, worded to follow the key's path
     */
    public SettingGroup refusing(String unknown, String reason) {
        return new SettingGroup(key, repeated, description, settings, groups, Map.of(unknown, reason));
    }

    /** Returns the explanation for an expected key that does not exist; empty if there is none. */
    Optional<String> refusal(String unknown) {
        return Optional.ofNullable(refused.get(unknown));
    }

    /** Returns the setting that had this key in earlier versions. */
    Optional<Setting<?>> renamed(String former) {
        return settings.stream()
                .filter(setting -> setting.formerKey().filter(former::equals).isPresent())
                .findFirst();
    }

    public String key() {
        return key;
    }

    public boolean isRepeated() {
        return repeated;
    }

    public String description() {
        return description;
    }

    public List<Setting<?>> settings() {
        return settings;
    }

    public List<SettingGroup> groups() {
        return groups;
    }

    List<String> acceptedKeys() {
        return Stream.concat(
                        settings.stream().map(Setting::key), groups.stream().map(SettingGroup::key))
                .toList();
    }

    @Override
    public String toString() {
        return key;
    }
}
