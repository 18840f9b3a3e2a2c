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
            "type", ValueType.oneOf(TYPES), "what the field is in the index; of a part of the key, as its values are");
    public static final Setting<ValueEncoding> ENCODING = Setting.optional(
            "encoding", ValueType.oneOf(ENCODINGS), "how the cell's bytes become a value, if not as the type has it");
    public static final Setting<String> SCHEMA = Setting.optional(
            "schema", ValueType.text(), "which of the schemas the cell is written by, instead of an encoding");
    public static final Setting<String> CODEC = Setting.optional(
            "codec",
            SettingNames.extension(),
            "what reads the cell, instead of an encoding: a ValueCodec on the class path");
    public static final Setting<Map<String, String>> OPTIONS = Setting.optional(
            "options", ValueType.of("a text", text -> text).map(), "what the codec or function is told");
    public static final Setting<Order> BYTE_ORDER = Setting.withDefault(
            "byteOrder",
            ValueType.oneOf(SettingNames.each(Order.values())),
            "big",
            "of numbers of a fixed width, and of utf16 without a byte order mark");
    public static final Setting<JsonPath> PATH = Setting.optional(
            "path",
            ValueType.of("a path in JSON, as $.a.b, $['a b'], $.list[0] or $.list[*].a", JsonPath::parse),
            "where the value is in a cell that holds JSON, or that a schema or codec takes apart");
    public static final Setting<String> SEPARATOR = Setting.optional(
            "separator",
            ValueType.of("at least one character", ValueSettings::notEmpty),
            "between several values in one text");
    public static final Setting<List<TextStep>> TRANSFORM = Setting.optional(
            "transform",
            ValueType.of(TextStep.FORM, TextStep::parse).list(),
            "what is done to the value as text, in this order");
    public static final Setting<Map<String, String>> LABELS = Setting.optional(
            "labels",
            ValueType.of("a text", text -> text).map(),
            "what a value stands for, by the value as text; what is not among them stays as it is");
    public static final Setting<OnError> ON_ERROR = Setting.withDefault(
            "onError",
            ValueType.oneOf(onError()),
            "dead-letter",
            "what becomes of a value that is not what the field says: its row is a dead letter, the document lacks the"
                    + " field, or the same with what was found in the keyword field <name>_raw");
    public static final Setting<String> PATTERN = Setting.optional(
            "pattern",
            ValueType.text(),
            "of a date, as Java's DateTimeFormatter has it, also of one that is a number; texts are ISO 8601 if"
                    + " absent");
    public static final Setting<ZoneId> ZONE = Setting.optional(
            "zone",
            ValueType.of("a time zone, as Europe/Vienna or +08:00", ValueSettings::zone),
            "of dates with a pattern or in text that name none; UTC if absent");
    public static final Setting<DateUnit> UNIT = Setting.optional(
            "unit",
            ValueType.oneOf(SettingNames.each(DateUnit.values())),
            "of a date that is a number without a pattern: what it counts since 1970; millis if absent");

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
        types.values().remove(FieldType.JSON);
        return TYPE.narrowed(ValueType.oneOf(types), "what the field is in the index; it must be there");
    }

    private static Setting<OnError> onErrorOfCells() {
        Map<String, OnError> names = onError();
        names.values().remove(OnError.KEEP_RAW);
        return ON_ERROR.narrowed(
                ValueType.oneOf(names),
                "what becomes of a value that is not what the field says: its row, or its bucket of the row, is a dead"
                        + " letter, or the cell lacks the field");
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
