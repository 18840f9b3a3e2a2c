/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.curve.Dimension;
import io.hbasesearch.core.rowkey.curve.GeoCurve;
import io.hbasesearch.core.rowkey.curve.TimePeriod;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.part.BitField;
import io.hbasesearch.core.rowkey.part.BitsPart;
import io.hbasesearch.core.rowkey.part.ConstPart;
import io.hbasesearch.core.rowkey.part.CurvePart;
import io.hbasesearch.core.rowkey.part.FieldPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.part.SaltPart;
import io.hbasesearch.core.rowkey.part.TagsPart;
import io.hbasesearch.core.rowkey.value.DictionaryCodec;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates one part other than a hash, and checks that its settings are compatible. */
final class PartReader {
    private final SettingValues values;
    private final boolean last;

    /** @param last true if the key ends with this part */
    PartReader(SettingValues values, boolean last) {
        this.values = values;
        this.last = last;
    }

    /** Reads the part; empty if there is a problem, which was reported. */
    Optional<KeyPart> read(PartKind kind) {
        return switch (kind) {
            case FIELD -> field();
            case CONST -> require(RowKeySettings.VALUE).map(bytes -> new ConstPart(values.name(), bytes));
            case HASH -> throw new IllegalArgumentException("hashes are read once the other parts are");
            case SALT -> salt();
            case BITS -> require(RowKeySettings.BITS).flatMap(this::bits);
            case DICT ->
                dictionary(RowKeySettings.DICTIONARY)
                        .map(codec -> new FieldPart(
                                values.name(), codec, new Fixed(codec.width().orElseThrow())));
            case GEO -> geo();
            case TAGS -> tags();
        };
    }

    private <T> Optional<T> require(Setting<T> setting) {
        if (!values.isWritten(setting)) {
            values.problem(setting, "is missing: " + setting.description());
        }
        return values.find(setting);
    }

    private Optional<KeyPart> field() {
        Optional<PartType> type = values.find(RowKeySettings.TYPE);
        if (type.isEmpty()) {
            return Optional.empty();
        }
        CodecReader codecs = new CodecReader(values, type.get());
        return codecs.read().flatMap(codec -> new FramingReader(values, codecs.encoding(), last)
                .read(codec)
                .map(framing -> new FieldPart(values.name(), codec, framing)));
    }

    private Optional<KeyPart> salt() {
        Optional<List<String>> written = values.find(RowKeySettings.VALUES);
        Optional<KeyValueCodec> codec =
                values.find(RowKeySettings.TYPE).flatMap(type -> new CodecReader(values, type).read());
        if (codec.isEmpty() || (written.isEmpty() && values.isWritten(RowKeySettings.VALUES))) {
            return Optional.empty();
        }
        if (written.isEmpty()) {
            return openSalt(codec.get());
        }
        try {
            List<ByteArray> salts = new ArrayList<>();
            for (String item : written.get()) {
                SaltValues.of(item, codec.get()).forEach(salts::add);
            }
            return Optional.of(SaltPart.of(values.name(), codec.get(), salts));
        } catch (IllegalArgumentException e) {
            values.problem(RowKeySettings.VALUES, "are not the salts of one key: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Creates a salt without known values, whose end only a fixed width determines. */
    private Optional<KeyPart> openSalt(KeyValueCodec codec) {
        Optional<Integer> width =
                codec.width().isPresent() ? Optional.of(codec.width().getAsInt()) : values.find(RowKeySettings.WIDTH);
        if (codec.width().isPresent()) {
            values.find(RowKeySettings.WIDTH)
                    .filter(written -> written != codec.width().getAsInt())
                    .ifPresent(written -> values.problem(
                            RowKeySettings.WIDTH, "is " + codec.width().getAsInt() + " by the type: leave it out"));
        } else if (!values.isWritten(RowKeySettings.WIDTH)) {
            values.problem(
                    RowKeySettings.VALUES,
                    "is missing: write all salts that there are, or width if it may be any of so many bytes, as the starts"
                            + " of regions that split");
        }
        return width.map(bytes -> new SaltPart(values.name(), codec, bytes, List.of()));
    }

    private Optional<KeyPart> bits(Map<String, Integer> fields) {
        try {
            return Optional.of(new BitsPart(
                    values.name(),
                    fields.entrySet().stream()
                            .map(field -> new BitField(field.getKey(), field.getValue()))
                            .toList()));
        } catch (IllegalArgumentException e) {
            values.problem(RowKeySettings.BITS, "do not make whole bytes: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<KeyValueCodec> dictionary(Setting<Map<String, ByteArray>> setting) {
        Optional<Integer> width = require(RowKeySettings.WIDTH);
        Optional<Map<String, ByteArray>> ids = require(setting);
        if (width.isEmpty() || ids.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new DictionaryCodec(width.get(), ids.get()));
        } catch (IllegalArgumentException e) {
            values.problem(setting, "is not a dictionary: " + e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<KeyPart> tags() {
        if (!last) {
            values.problem("must be the last part: pairs go on to the key's end");
        }
        Optional<KeyValueCodec> tags = dictionary(RowKeySettings.DICTIONARY);
        Optional<KeyValueCodec> tagValues = dictionary(RowKeySettings.TAG_VALUES);
        return tags.flatMap(keys -> tagValues.map(each -> new TagsPart(values.name(), keys, each)));
    }

    private Optional<KeyPart> geo() {
        Optional<CurveKind> kind = require(RowKeySettings.CURVE);
        Optional<String> geometry = require(RowKeySettings.GEOMETRY);
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        Optional<TimePeriod> period = kind.get().hasTime() ? require(RowKeySettings.PERIOD) : Optional.empty();
        Optional<String> time = kind.get().hasTime() ? require(RowKeySettings.TIME) : Optional.empty();
        if (!kind.get().takesBoxes() && !values.isWritten(RowKeySettings.ROUNDING)) {
            values.problem(
                    RowKeySettings.CURVE,
                    "needs the version of its rounding, which GeoMesa changed, as most points would be looked for in the"
                            + " wrong cell: write rounding: floor for keys written by 1.3.2 or later, ceil for older ones");
        }
        Optional<Dimension.Rounding> rounding = values.find(RowKeySettings.ROUNDING);
        if (geometry.isEmpty() || (kind.get().hasTime() && (period.isEmpty() || time.isEmpty()))) {
            return Optional.empty();
        }
        return curve(kind.get(), period, rounding)
                .map(curve -> new CurvePart(values.name(), curve, geometry.get(), time));
    }

    private Optional<GeoCurve> curve(
            CurveKind kind, Optional<TimePeriod> period, Optional<Dimension.Rounding> rounding) {
        int resolution = values.find(RowKeySettings.RESOLUTION).orElse(12);
        return switch (kind) {
            case Z2 -> rounding.map(GeoCurve::z2);
            case Z3 -> rounding.map(each -> GeoCurve.z3(period.orElseThrow(), each));
            case XZ2 -> Optional.of(GeoCurve.xz2(resolution));
            case XZ3 -> Optional.of(GeoCurve.xz3(period.orElseThrow(), resolution));
        };
    }
}
