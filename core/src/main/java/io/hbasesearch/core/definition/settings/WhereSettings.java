/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.util.List;
import java.util.stream.Stream;

/** The keys of {@code where}. */
public final class WhereSettings {
    public static final Setting<String> EQUALS = Setting.optional("equals", value(), "equal to this value");
    public static final Setting<List<String>> IN =
            Setting.optional("in", value().list(), "equal to one of these values");
    public static final Setting<String> PREFIX = Setting.optional("prefix", value(), "prefix of a text or keyword");
    public static final Setting<String> AT_LEAST =
            Setting.optional("atLeast", value(), "greater than or equal to this value");
    public static final Setting<String> ABOVE = Setting.optional("above", value(), "greater than this value");
    public static final Setting<String> AT_MOST =
            Setting.optional("atMost", value(), "less than or equal to this value");
    public static final Setting<String> BELOW = Setting.optional("below", value(), "less than this value");
    public static final Setting<Boolean> EXISTS =
            Setting.optional("exists", ValueType.bool(), "whether the row has any value");

    /** The checks, in the order in which they are written. */
    public static final List<Setting<?>> CHECKS = List.of(EQUALS, IN, PREFIX, AT_LEAST, ABOVE, AT_MOST, BELOW, EXISTS);

    /** The settings that describe the cells of a column that is not a field. */
    public static final List<Setting<?>> FORM = ValueSettings.all();

    public static final SettingGroup NOT = SettingGroup.of(
            "not", "conditions of which none may hold; a row without a value is not excluded", array(CHECKS));
    public static final SettingGroup WHERE = SettingGroup.ofEach(
                    "where",
                    "conditions for a row to be indexed, by field name or by column as family:qualifier; all must hold",
                    array(Stream.concat(CHECKS.stream(), FORM.stream()).toList()))
            .with(NOT);

    private WhereSettings() {}

    private static ValueType<String> value() {
        return ValueType.of("a value", text -> text);
    }

    private static Setting<?>[] array(List<Setting<?>> settings) {
        return settings.toArray(Setting<?>[]::new);
    }
}
