/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.rowkey.curve.Dimension;
import io.hbasesearch.core.rowkey.curve.TimePeriod;
import io.hbasesearch.core.rowkey.hash.HashFunction;
import io.hbasesearch.core.rowkey.hash.NegativeRule;
import io.hbasesearch.core.rowkey.transform.Transform;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The keys of a row-key specification. */
final class RowKeySettings {
    /** The source of a hash's bytes. */
    enum HashForm {
        HEX,
        RAW
    }

    /** The input of a hash. */
    enum HashSource {
        TEXT,
        KEY
    }

    /** On which side of a value its padding stands. */
    enum PadSide {
        LEFT,
        RIGHT
    }

    static final Setting<UndecodableKeys> UNDECODABLE = Setting.withDefault(
            "undecodable",
            ValueType.oneOf(undecodable()),
            "dead-letter",
            "handling of a row whose key does not match: index it without its fields, store a dead letter, or skip it");

    static final Setting<PartKind> KIND =
            Setting.withDefault("kind", choice(PartKind.values()), "field", "kind of this part");
    static final Setting<PartType> TYPE =
            Setting.withDefault("type", choice(PartType.values()), "utf8", "type of a field, bucket or salt");
    static final Setting<PartEncoding> ENCODING = Setting.optional(
            "encoding",
            choice(PartEncoding.values()),
            "encoding of the value; if absent, be for numbers and text for others");
    static final Setting<Boolean> RANGES = Setting.withDefault(
            "ranges",
            ValueType.bool(),
            "true",
            "whether queries may use ranges of this field, so that its order matters");
    static final Setting<Integer> WIDTH = Setting.optional(
            "width", ValueType.integer(1, RowKey.MAX_LENGTH, "bytes"), "number of bytes of every value");
    static final Setting<ByteArray> PAD =
            Setting.optional("pad", bytes("one byte, as a character or \\xHH", 1), "byte that pads shorter values");
    static final Setting<PadSide> PAD_SIDE =
            Setting.withDefault("padSide", choice(PadSide.values()), "right", "side of the padding");
    static final Setting<ByteArray> SEPARATOR =
            Setting.optional("separator", bytes(), "separator after the value, which does not contain it");
    static final Setting<ByteArray> TERMINATOR = Setting.optional(
            "terminator", bytes(), "terminator after the value; with escape, the value may contain it");
    static final Setting<ByteArray> ESCAPE = Setting.optional(
            "escape", bytes(), "bytes written for the terminator's first byte inside the value, such as \\x00\\xFF");
    static final Setting<List<Transform>> TRANSFORM = Setting.optional(
            "transform",
            ValueType.of(TransformText.FORM, TransformText::parse).list(),
            "transformations of the value before it is written, in this order");
    static final Setting<String> PATTERN = Setting.optional(
            "pattern", ValueType.text(), "pattern of a date: yyyy, MM, dd, HH, mm, ss, S and the text between them");
    static final Setting<ZoneId> ZONE = Setting.optional(
            "zone",
            ValueType.of("a time zone, such as Europe/Vienna or +08:00", RowKeySettings::zone),
            "time zone of a date; UTC if absent");

    static final Setting<ByteArray> VALUE = Setting.optional("value", bytes(), "bytes of a const");

    static final Setting<HashFunction> FUNCTION =
            Setting.optional("function", ValueType.oneOf(functions()), "hash function");
    static final Setting<List<String>> OF = Setting.optional(
            "of", ValueType.text().list(), "with kind hash: fields or parts that the hash is computed from, in order");
    static final Setting<HashSource> INPUT = Setting.withDefault(
            "input",
            choice(HashSource.values()),
            "text",
            "with kind hash: compute the hash from values as UTF-8 text, or from the bytes of parts as in the key");
    static final Setting<HashForm> OUTPUT = Setting.withDefault(
            "output",
            choice(HashForm.values()),
            "hex",
            "form of a digest: hexadecimal digits, or the bytes themselves");
    static final Setting<Integer> TAKE = Setting.optional(
            "take", ValueType.integer(1, 64, ""), "number of leading digits or bytes of a digest; all if absent");
    static final Setting<Integer> MODULUS = Setting.optional(
            "modulus", ValueType.integer(1, Integer.MAX_VALUE, ""), "number of buckets of a numeric hash");
    static final Setting<NegativeRule> NEGATIVES = Setting.optional(
            "negatives",
            choice(NegativeRule.values()),
            "handling of negative numeric hashes: Math.floorMod, Math.abs(hash % n), the bits as unsigned, or Java's"
                    + " hash % n");

    static final Setting<List<String>> VALUES = Setting.optional(
            "values",
            ValueType.text().list(),
            "all values of a salt; 00..19 stands for consecutive numbers. If absent, a few arbitrary values, such as"
                    + " the regions' start keys");
    static final Setting<Map<String, Integer>> BITS = Setting.optional(
            "bits",
            ValueType.integer(1, 64, "bits").map(),
            "with kind bits: fields and their numbers of bits, from the first bit on");
    static final Setting<Map<String, ByteArray>> DICTIONARY = Setting.optional(
            "dictionary",
            id().map(),
            "with kind dict, and with kind tags for the tags: id of each text in hexadecimal digits");
    static final Setting<Map<String, ByteArray>> TAG_VALUES =
            Setting.optional("tagValues", id().map(), "with kind tags: id of each tag value in hexadecimal digits");

    static final Setting<CurveKind> CURVE =
            Setting.optional("curve", choice(CurveKind.values()), "curve of a geo part");
    static final Setting<TimePeriod> PERIOD =
            Setting.optional("period", choice(TimePeriod.values()), "time period of a geo part with time");
    static final Setting<Dimension.Rounding> ROUNDING = Setting.optional(
            "rounding",
            choice(Dimension.Rounding.values()),
            "rounding of z2 and z3: floor since GeoMesa 1.3.2, ceil before");
    static final Setting<Integer> RESOLUTION = Setting.withDefault(
            "resolution", ValueType.integer(1, 20, ""), "12", "number of times that xz2 and xz3 halve space");
    static final Setting<String> GEOMETRY =
            Setting.optional("geometry", ValueType.text(), "geometry field of a geo part");
    static final Setting<String> TIME = Setting.optional("time", ValueType.text(), "time field of a geo part");

    static final SettingGroup PARTS = SettingGroup.ofEach(
            "parts",
            "parts of the key by name, in order",
            KIND,
            TYPE,
            ENCODING,
            RANGES,
            WIDTH,
            PAD,
            PAD_SIDE,
            SEPARATOR,
            TERMINATOR,
            ESCAPE,
            TRANSFORM,
            PATTERN,
            ZONE,
            VALUE,
            FUNCTION,
            OF,
            INPUT,
            OUTPUT,
            TAKE,
            MODULUS,
            NEGATIVES,
            VALUES,
            BITS,
            DICTIONARY,
            TAG_VALUES,
            CURVE,
            PERIOD,
            ROUNDING,
            RESOLUTION,
            GEOMETRY,
            TIME);

    static final SettingGroup VARIANTS = SettingGroup.ofEach("variants", "several key layouts in one table, by name")
            .with(PARTS);

    static final SettingGroup ROOT =
            SettingGroup.root("structure of a table's row keys", List.of(UNDECODABLE), List.of(PARTS, VARIANTS));

    /** The settings of each kind, besides the kind itself. */
    static final Map<PartKind, Set<Setting<?>>> OF_KIND = ofKind();

    private RowKeySettings() {}

    private static Map<PartKind, Set<Setting<?>>> ofKind() {
        Map<PartKind, Set<Setting<?>>> settings = new EnumMap<>(PartKind.class);
        settings.put(
                PartKind.FIELD,
                Set.of(
                        TYPE,
                        ENCODING,
                        RANGES,
                        WIDTH,
                        PAD,
                        PAD_SIDE,
                        SEPARATOR,
                        TERMINATOR,
                        ESCAPE,
                        TRANSFORM,
                        PATTERN,
                        ZONE));
        settings.put(PartKind.CONST, Set.of(VALUE));
        settings.put(
                PartKind.HASH, Set.of(FUNCTION, OF, INPUT, OUTPUT, TAKE, MODULUS, NEGATIVES, TYPE, ENCODING, WIDTH));
        settings.put(PartKind.SALT, Set.of(VALUES, TYPE, ENCODING, WIDTH));
        settings.put(PartKind.BITS, Set.of(BITS));
        settings.put(PartKind.DICT, Set.of(DICTIONARY, WIDTH));
        settings.put(PartKind.GEO, Set.of(CURVE, PERIOD, ROUNDING, RESOLUTION, GEOMETRY, TIME));
        settings.put(PartKind.TAGS, Set.of(DICTIONARY, TAG_VALUES, WIDTH));
        return settings;
    }

    /** A constant's name as files have it: words run together, each but the first with a capital. */
    static String name(Enum<?> constant) {
        String[] words = constant.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return name.toString();
    }

    private static <E extends Enum<E>> ValueType<E> choice(E[] constants) {
        Map<String, E> names = new LinkedHashMap<>();
        for (E constant : constants) {
            names.put(name(constant), constant);
        }
        return ValueType.oneOf(names);
    }

    static Map<String, UndecodableKeys> undecodable() {
        Map<String, UndecodableKeys> names = new LinkedHashMap<>();
        names.put("raw", UndecodableKeys.RAW);
        names.put("dead-letter", UndecodableKeys.DEAD_LETTER);
        names.put("skip", UndecodableKeys.SKIP);
        return names;
    }

    private static Map<String, HashFunction> functions() {
        Map<String, HashFunction> names = new LinkedHashMap<>();
        for (HashFunction function : HashFunction.values()) {
            names.put(function == HashFunction.CRC_32 ? "crc32" : name(function), function);
        }
        return names;
    }

    private static ValueType<ByteArray> bytes() {
        return bytes("characters, with \\xHH for bytes", RowKey.MAX_LENGTH);
    }

    private static ValueType<ByteArray> bytes(String form, int most) {
        return ValueType.of(form, text -> {
            ByteArray bytes = ColumnName.parse("k:" + text).qualifier(); // qualifiers are written in the same way
            if (bytes.isEmpty() || bytes.length() > most) {
                throw new IllegalArgumentException("none or too many");
            }
            return bytes;
        });
    }

    private static ValueType<ByteArray> id() {
        return ValueType.of(
                "an id in hexadecimal digits",
                text -> ByteArray.wrap(HexFormat.of().parseHex(text)));
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
