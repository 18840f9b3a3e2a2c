/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.rowkey.transform.Transform;
import io.hbasesearch.core.rowkey.value.BytesCodec;
import io.hbasesearch.core.rowkey.value.DateCodec;
import io.hbasesearch.core.rowkey.value.DecimalTextCodec;
import io.hbasesearch.core.rowkey.value.Float64Codec;
import io.hbasesearch.core.rowkey.value.IntegerCodec;
import io.hbasesearch.core.rowkey.value.JanusGraphIdCodec;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.TextCodec;
import io.hbasesearch.core.rowkey.value.UuidCodec;
import io.hbasesearch.core.yaml.SettingValues;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Creates the codec of one part from its type, encoding and transforms, and checks that they are compatible. */
final class CodecReader {
    /** Headers of {@code org.apache.hadoop.hbase.util.OrderedBytes}: its fixed-width integers begin here, by size. */
    private static final int ORDERED_INT8 = 0x29;

    private static final byte ORDERED_FLOAT64 = 0x31;
    private static final byte ORDERED_TEXT = 0x34;

    private final SettingValues values;
    private final PartType type;
    private final PartEncoding encoding;

    CodecReader(SettingValues values, PartType type) {
        this.values = values;
        this.type = type;
        this.encoding = values.find(RowKeySettings.ENCODING).orElse(defaultEncoding(type));
    }

    private static PartEncoding defaultEncoding(PartType type) {
        return switch (type) {
            case UTF8, ASCII, HEX, DECIMAL, DATE -> PartEncoding.TEXT;
            case BYTES, UUID, FLOAT64, U8, U16, U32, U64, I8, I16, I32, I64 -> PartEncoding.BE;
        };
    }

    PartEncoding encoding() {
        return encoding;
    }

    /** Reads the codec; empty if there is a problem, which was reported. */
    Optional<KeyValueCodec> read() {
        List<Transform> transforms = values.find(RowKeySettings.TRANSFORM).orElse(List.of());
        if (!encodings(type).contains(encoding)) {
            values.problem(
                    RowKeySettings.ENCODING,
                    RowKeySettings.name(encoding) + " does not write values of type " + RowKeySettings.name(type)
                            + ", which takes "
                            + encodings(type).stream()
                                    .map(RowKeySettings::name)
                                    .sorted()
                                    .toList());
            return Optional.empty();
        }
        boolean fit = transforms.stream().filter(transform -> !fits(transform)).count() == 0;
        Optional<KeyValueCodec> codec = base().map(base -> Transform.all(transforms, base));
        codec.ifPresent(this::checkOrder);
        return fit ? codec : Optional.empty();
    }

    private static Set<PartEncoding> encodings(PartType type) {
        return switch (type) {
            case UTF8 -> Set.of(PartEncoding.TEXT, PartEncoding.PHOENIX, PartEncoding.ORDERED_BYTES);
            case ASCII ->
                Set.of(PartEncoding.TEXT, PartEncoding.PHOENIX, PartEncoding.ORDERED_BYTES, PartEncoding.JANUSGRAPH);
            case HEX, DECIMAL, DATE -> Set.of(PartEncoding.TEXT);
            case UUID -> Set.of(PartEncoding.BE, PartEncoding.TEXT);
            case BYTES -> Set.of(PartEncoding.BE);
            case U8, U16, U32, U64 -> Set.of(PartEncoding.BE, PartEncoding.PHOENIX);
            case I8, I16, I32, I64, FLOAT64 ->
                Set.of(PartEncoding.BE, PartEncoding.ORDERED, PartEncoding.ORDERED_BYTES, PartEncoding.PHOENIX);
        };
    }

    private Optional<KeyValueCodec> base() {
        return switch (type) {
            case UTF8 -> Optional.of(text(TextCodec.Alphabet.UTF8));
            case ASCII -> Optional.of(text(TextCodec.Alphabet.ASCII));
            case HEX -> Optional.of(text(TextCodec.Alphabet.HEX));
            case BYTES -> Optional.of(new BytesCodec());
            case U8, U16, U32, U64, I8, I16, I32, I64 -> Optional.of(integer());
            case DECIMAL ->
                Optional.of(
                        new DecimalTextCodec(values.find(RowKeySettings.WIDTH).orElse(0)));
            case DATE -> date();
            case UUID -> Optional.of(new UuidCodec(encoding == PartEncoding.TEXT));
            case FLOAT64 -> Optional.of(float64());
        };
    }

    private KeyValueCodec text(TextCodec.Alphabet alphabet) {
        if (encoding == PartEncoding.JANUSGRAPH) {
            return new JanusGraphIdCodec();
        }
        KeyValueCodec text = new TextCodec(alphabet);
        return encoding == PartEncoding.ORDERED_BYTES ? new Transform.Header(ORDERED_TEXT).before(text) : text;
    }

    private KeyValueCodec integer() {
        boolean flipped = type.isSigned() && encoding != PartEncoding.BE;
        KeyValueCodec integer = new IntegerCodec(type.bytes(), type.isSigned(), flipped);
        if (encoding != PartEncoding.ORDERED_BYTES) {
            return integer;
        }
        int header = ORDERED_INT8 + Integer.numberOfTrailingZeros(type.bytes());
        return new Transform.Header((byte) header).before(integer);
    }

    private KeyValueCodec float64() {
        return switch (encoding) {
            case BE, TEXT, JANUSGRAPH -> new Float64Codec(Float64Codec.Form.IEEE);
            case ORDERED -> new Float64Codec(Float64Codec.Form.ORDERED);
            case PHOENIX -> new Float64Codec(Float64Codec.Form.PHOENIX);
            case ORDERED_BYTES ->
                new Transform.Header(ORDERED_FLOAT64).before(new Float64Codec(Float64Codec.Form.ORDERED));
        };
    }

    private Optional<KeyValueCodec> date() {
        Optional<String> pattern = values.find(RowKeySettings.PATTERN);
        if (pattern.isEmpty()) {
            if (!values.isWritten(RowKeySettings.PATTERN)) {
                values.problem("has type date and no pattern: write for example pattern: yyyyMMdd");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(new DateCodec(
                    pattern.get(), values.find(RowKeySettings.ZONE).orElse(ZoneOffset.UTC)));
        } catch (IllegalArgumentException e) {
            values.problem(RowKeySettings.PATTERN, "is not a pattern for keys: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Tells if a transform applies to these values; otherwise reports a problem. */
    private boolean fits(Transform transform) {
        if (transform instanceof Transform.Complement complement) {
            return needs(PartType.Family.NUMBER, "complement") && fitsMaximum(complement.most());
        }
        if (transform instanceof Transform.Floor) {
            return needs(PartType.Family.NUMBER, "floor");
        }
        if (transform instanceof Transform.ReverseCharacters) {
            return needs(PartType.Family.TEXT, "reverse");
        }
        if (transform instanceof Transform.Rotate) {
            return needs(PartType.Family.TEXT, "rotate");
        }
        return !(transform instanceof Transform.Truncate) || needs(PartType.Family.TEXT, "truncate");
    }

    private boolean needs(PartType.Family family, String transform) {
        if (type.family() != family) {
            values.problem(
                    RowKeySettings.TRANSFORM,
                    transform + " is for "
                            + (family == PartType.Family.NUMBER ? "numbers" : "texts (utf8, ascii, hex)")
                            + ", not for type "
                            + RowKeySettings.name(type) + "; reverseBytes and invert are for all");
        }
        return type.family() == family;
    }

    private boolean fitsMaximum(BigInteger most) {
        int digits = most.toString().length();
        if (type == PartType.DECIMAL && values.find(RowKeySettings.WIDTH).orElse(0) != digits) {
            values.problem(
                    RowKeySettings.TRANSFORM,
                    "complement of decimal text needs zeros in front up to the digits of its maximum, as \"5\" sorts behind"
                            + " \"10\": write width: " + digits);
            return false;
        }
        if (type.isInteger() && most.compareTo(new IntegerCodec(type.bytes(), type.isSigned(), false).most()) > 0) {
            values.problem(
                    RowKeySettings.TRANSFORM,
                    "complement against " + most + " gives numbers that type " + RowKeySettings.name(type)
                            + " does not hold: write complement with the maximum that was used");
            return false;
        }
        return true;
    }

    private void checkOrder(KeyValueCodec codec) {
        boolean number = type.isSigned() || type == PartType.FLOAT64;
        if (number && encoding == PartEncoding.BE && codec.order() == KeyOrder.NONE && wantsRanges()) {
            values.problem(
                    RowKeySettings.ENCODING,
                    "be writes negative numbers so that they sort behind all others, and ranges would miss them: "
                            + (type.isSigned() ? "write type: u" + 8 * type.bytes() + " if there are none, " : "")
                            + "encoding: ordered if the keys are written so, or ranges: false if only single values are"
                            + " asked for");
        }
    }

    private boolean wantsRanges() {
        return values.find(RowKeySettings.RANGES).orElse(true);
    }
}
