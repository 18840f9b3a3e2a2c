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
            "what becomes of a row whose key does not fit: indexed without its fields, a dead letter, or left out");

    static final Setting<PartKind> KIND =
            Setting.withDefault("kind", choice(PartKind.values()), "field", "what stands in this part");
    static final Setting<PartType> TYPE =
            Setting.withDefault("type", choice(PartType.values()), "utf8", "of a field, or of a bucket or salt");
    static final Setting<PartEncoding> ENCODING = Setting.optional(
            "encoding", choice(PartEncoding.values()), "how the value is written; be for numbers, else text");
    static final Setting<Boolean> RANGES = Setting.withDefault(
            "ranges",
            ValueType.bool(),
            "true",
            "whether ranges of this field may be asked for, so that its order matters");
    static final Setting<Integer> WIDTH = Setting.optional(
            "width", ValueType.integer(1, RowKey.MAX_LENGTH, "bytes"), "how many bytes every value has");
    static final Setting<ByteArray> PAD =
            Setting.optional("pad", bytes("one byte, as a character or \\xHH", 1), "what fills up shorter values");
    static final Setting<PadSide> PAD_SIDE =
            Setting.withDefault("padSide", choice(PadSide.values()), "right", "where the padding stands");
    static final Setting<ByteArray> SEPARATOR =
            Setting.optional("separator", bytes(), "what stands behind the value, which does not hold it");
    static final Setting<ByteArray> TERMINATOR =
            Setting.optional("terminator", bytes(), "the same; with escape, the value may hold it");
    static final Setting<ByteArray> ESCAPE = Setting.optional(
            "escape", bytes(), "what is written for the terminator's first byte inside the value, as \\x00\\xFF");
    static final Setting<List<Transform>> TRANSFORM = Setting.optional(
            "transform",
            ValueType.of(TransformText.FORM, TransformText::parse).list(),
            "what is done to the value before it is written, in this order");
    static final Setting<String> PATTERN =
            Setting.optional("pattern", ValueType.text(), "of a date: yyyy, MM, dd, HH, mm, ss, S and what is between");
    static final Setting<ZoneId> ZONE = Setting.optional(
            "zone",
            ValueType.of("a time zone, as Europe/Vienna or +08:00", RowKeySettings::zone),
            "of a date; UTC if absent");

    static final Setting<ByteArray> VALUE = Setting.optional("value", bytes(), "of a const");

    static final Setting<HashFunction> FUNCTION =
            Setting.optional("function", ValueType.oneOf(functions()), "of a hash");
    static final Setting<List<String>> OF = Setting.optional(
            "of", ValueType.text().list(), "of a hash: the fields or parts that it is computed from, in order");
    static final Setting<HashSource> INPUT = Setting.withDefault(
            "input",
            choice(HashSource.values()),
            "text",
            "of a hash: computed from values as text in UTF-8, or from parts' bytes as the key has them");
    static final Setting<HashForm> OUTPUT = Setting.withDefault(
            "output", choice(HashForm.values()), "hex", "of a digest: hexadecimal digits, or the bytes themselves");
    static final Setting<Integer> TAKE = Setting.optional(
            "take",
            ValueType.integer(1, 64, ""),
            "of a digest: how many digits or bytes from the first on; all if absent");
    static final Setting<Integer> MODULUS = Setting.optional(
            "modulus",
            ValueType.integer(1, Integer.MAX_VALUE, ""),
            "of a hash that is a number: how many buckets there are");
    static final Setting<NegativeRule> NEGATIVES = Setting.optional(
            "negatives",
            choice(NegativeRule.values()),
            "of a hash that is a number: Math.floorMod, Math.abs(hash % n), the bits as unsigned, or Java's hash % n");

    static final Setting<List<String>> VALUES = Setting.optional(
            "values",
            ValueType.text().list(),
            "of a salt: all that there are; 00..19 stands for numbers in a row; few of any if absent, as regions' starts");
    static final Setting<Map<String, Integer>> BITS =
            Setting.optional("bits", ValueType.integer(1, 64, "bits").map(), "of bits: fields from the first bit on");
    static final Setting<Map<String, ByteArray>> DICTIONARY = Setting.optional(
            "dictionary", id().map(), "of dict, and of tags for the tags: the id of each text in hexadecimal digits");
    static final Setting<Map<String, ByteArray>> TAG_VALUES =
            Setting.optional("tagValues", id().map(), "of tags: the same for the tags' values");

    static final Setting<CurveKind> CURVE = Setting.optional("curve", choice(CurveKind.values()), "of geo");
    static final Setting<TimePeriod> PERIOD =
            Setting.optional("period", choice(TimePeriod.values()), "of geo with time: into what time is cut");
    static final Setting<Dimension.Rounding> ROUNDING = Setting.optional(
            "rounding", choice(Dimension.Rounding.values()), "of z2 and z3: floor since GeoMesa 1.3.2, ceil before");
    static final Setting<Integer> RESOLUTION = Setting.withDefault(
            "resolution", ValueType.integer(1, 20, ""), "12", "of xz2 and xz3: how many times space is halved");
    static final Setting<String> GEOMETRY =
            Setting.optional("geometry", ValueType.text(), "of geo: the geometry's field");
    static final Setting<String> TIME = Setting.optional("time", ValueType.text(), "of geo: the time's field");

    static final SettingGroup PARTS = SettingGroup.ofEach(
            "parts",
            "the parts of the key by name, from the first on",
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

    static final SettingGroup VARIANTS = SettingGroup.ofEach("variants", "several layouts in one table, by name")
            .with(PARTS);

    static final SettingGroup ROOT =
            SettingGroup.root("how the row keys of a table are made", List.of(UNDECODABLE), List.of(PARTS, VARIANTS));

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
