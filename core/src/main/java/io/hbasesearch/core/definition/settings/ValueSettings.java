/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.definition.value.DateUnit;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.JsonPath;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.TextStep;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.ValueType;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys that convert a cell to a value, which are the same for fields, values of cells and conditions. */
public final class ValueSettings {
    /** The byte order of a number. */
    public enum Order {
        BIG,
        LITTLE
    }

    static final Map<String, FieldType> TYPES = SettingNames.each(FieldType.values());
    static final Map<String, ValueEncoding> ENCODINGS = SettingNames.each(ValueEncoding.values());

    public static final Setting<FieldType> TYPE = Setting.optional(
            "type",
            ValueType.oneOf(TYPES),
            "type of the field in the index; for a part of the key, by default that of its values");
    public static final Setting<ValueEncoding> ENCODING = Setting.optional(
            "encoding",
            ValueType.oneOf(ENCODINGS),
            "how the cell's bytes become a value; if absent, the type determines it");
    public static final Setting<String> SCHEMA =
            Setting.optional("schema", ValueType.text(), "instead of encoding: name of the schema of the cell");
    public static final Setting<String> CODEC = Setting.optional(
            "codec", SettingNames.extension(), "instead of encoding: ValueCodec on the class path that reads the cell");
    public static final Setting<Map<String, String>> OPTIONS = Setting.optional(
            "options", ValueType.of("a text", text -> text).map(), "options passed to the codec or function");
    public static final Setting<Order> BYTE_ORDER = Setting.withDefault(
            "byteOrder",
            ValueType.oneOf(SettingNames.each(Order.values())),
            "big",
            "byte order of fixed-width numbers, and of utf16 without a byte order mark");
    public static final Setting<JsonPath> PATH = Setting.optional(
            "path",
            ValueType.of("a path in JSON, such as $.a.b, $['a b'], $.list[0] or $.list[*].a", JsonPath::parse),
            "path of the value in a cell that contains JSON, or that a schema or codec decodes");
    public static final Setting<String> SEPARATOR = Setting.optional(
            "separator",
            ValueType.of("at least one character", ValueSettings::notEmpty),
            "separator between several values in one text");
    public static final Setting<List<TextStep>> TRANSFORM = Setting.optional(
            "transform",
            ValueType.of(TextStep.FORM, TextStep::parse).list(),
            "transformations of the value as text, in this order");
    public static final Setting<Map<String, String>> LABELS = Setting.optional(
            "labels",
            ValueType.of("a text", text -> text).map(),
            "replacement of each value, by the value as text; values that are not listed stay as they are");
    public static final Setting<OnError> ON_ERROR = Setting.withDefault(
            "onError",
            ValueType.oneOf(onError()),
            "dead-letter",
            "handling of an invalid value: store a dead letter for its row, omit the field, or omit it and put what"
                    + " was found into the keyword field <name>_raw");
    public static final Setting<String> PATTERN = Setting.optional(
            "pattern",
            ValueType.text(),
            "pattern of a date as in Java's DateTimeFormatter, also of a date that is a number; if absent, texts are"
                    + " ISO 8601");
    public static final Setting<ZoneId> ZONE = Setting.optional(
            "zone",
            ValueType.of("a time zone, such as Europe/Vienna or +08:00", ValueSettings::zone),
            "time zone of dates, with a pattern or in text, that name none; UTC if absent");
    public static final Setting<DateUnit> UNIT = Setting.optional(
            "unit",
            ValueType.oneOf(SettingNames.each(DateUnit.values())),
            "unit since 1970 of a date that is a number without a pattern; millis if absent");

    /** All settings, in the order of documentation. */
    private static final List<Setting<?>> ALL = List.of(
            TYPE,
            ENCODING,
            SCHEMA,
            CODEC,
            OPTIONS,
            BYTE_ORDER,
            PATH,
            SEPARATOR,
            TRANSFORM,
            LABELS,
            PATTERN,
            ZONE,
            UNIT,
            ON_ERROR);

    /** All settings for the cells that are found with {@code unit: cell}. */
    private static final List<Setting<?>> OF_CELLS = ALL.stream()
            .map(setting -> setting == TYPE ? typeOfCells() : setting == ON_ERROR ? onErrorOfCells() : setting)
            .toList();

    private ValueSettings() {}

    private static Setting<FieldType> typeOfCells() {
        Map<String, FieldType> types = new LinkedHashMap<>(TYPES);
        types.values().removeAll(List.of(FieldType.JSON, FieldType.GEO_POINT));
        return TYPE.narrowed(ValueType.oneOf(types), "type of the field in the index; required");
    }

    private static Setting<OnError> onErrorOfCells() {
        Map<String, OnError> names = onError();
        names.values().remove(OnError.KEEP_RAW);
        return ON_ERROR.narrowed(
                ValueType.oneOf(names),
                "handling of an invalid value: store a dead letter for its row or the row's bucket, or omit the"
                        + " field of the cell");
    }

    static List<Setting<?>> all() {
        return ALL;
    }

    /** Returns these settings with others before and after them. */
    static Setting<?>[] and(List<Setting<?>> before, Setting<?>... behind) {
        return joined(before, ALL, behind);
    }

    /** Returns the settings of {@link #and} that apply to the cells that are found with {@code unit: cell}. */
    static Setting<?>[] ofCellsAnd(List<Setting<?>> before, Setting<?>... behind) {
        return joined(before, OF_CELLS, behind);
    }

    private static Setting<?>[] joined(List<Setting<?>> before, List<Setting<?>> own, Setting<?>... behind) {
        return Stream.of(before.stream(), own.stream(), Stream.of(behind))
                .flatMap(settings -> settings)
                .toArray(Setting<?>[]::new);
    }

    private static Map<String, OnError> onError() {
        Map<String, OnError> names = new LinkedHashMap<>();
        for (OnError constant : OnError.values()) {
            names.put(SettingNames.of(constant), constant);
        }
        return names;
    }

    private static String notEmpty(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException();
        }
        return text;
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
