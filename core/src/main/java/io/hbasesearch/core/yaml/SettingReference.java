/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

/** Writes reference documentation of settings as tables in Markdown. */
public final class SettingReference {
    private SettingReference() {}

    /** Writes all settings of a file, each group with a heading for its key. */
    public static String markdown(SettingGroup root) {
        StringBuilder text = new StringBuilder();
        append(text, "", root);
        return text.toString();
    }

    private static void append(StringBuilder text, String path, SettingGroup group) {
        if (!group.settings().isEmpty()) {
            text.append("| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
            group.settings().forEach(setting -> appendRow(text, path, setting));
        }
        for (SettingGroup inner : group.groups()) {
            String key = path + inner.key();
            text.append("\n### ")
                    .append(key)
                    .append(": ")
                    .append(inner.description())
                    .append("\n\n");
            append(text, key + (inner.isRepeated() ? ".<name>." : "."), inner);
        }
    }

    private static void appendRow(StringBuilder text, String path, Setting<?> setting) {
        String fallback = setting.isRequired()
                ? "required"
                : setting.defaultText().map(value -> "`" + value + "`").orElse("none");
        text.append("| `")
                .append(path)
                .append(setting.key())
                .append("` | ")
                .append(setting.type().form())
                .append(" | ");
        text.append(fallback).append(" | ").append(setting.description()).append(" |\n");
    }
}
