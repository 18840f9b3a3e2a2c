/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Delimited;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.frame.Padded;
import io.hbasesearch.core.rowkey.frame.RemainingBytes;
import io.hbasesearch.core.rowkey.frame.ValueFraming;
import io.hbasesearch.core.rowkey.transform.Transform;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the framing of one field part, which defines its end in the key. */
final class FramingReader {
    private static final byte BLANK = ' ';

    private final SettingValues values;
    private final PartEncoding encoding;
    private final boolean last;

    FramingReader(SettingValues values, PartEncoding encoding, boolean last) {
        this.values = values;
        this.encoding = encoding;
        this.last = last;
    }

    /** Reads the framing; empty if there is a problem, which was reported. */
    Optional<ValueFraming> read(KeyValueCodec codec) {
        checkTogether();
        Optional<Integer> width = values.find(RowKeySettings.WIDTH);
        if (codec.width().isPresent()) {
            return Optional.of(new Fixed(natural(codec.width().getAsInt())));
        }
        if (width.isPresent()) {
            return Optional.of(padded(width.get()));
        }
        Optional<ByteArray> delimiter = values.find(RowKeySettings.TERMINATOR)
                .or(() -> values.find(RowKeySettings.SEPARATOR))
                .or(this::implied);
        if (delimiter.isPresent()) {
            return delimited(delimiter.get());
        }
        if (last) {
            return Optional.of(new RemainingBytes());
        }
        if (Stream.of(RowKeySettings.WIDTH, RowKeySettings.TERMINATOR, RowKeySettings.SEPARATOR)
                .noneMatch(values::isWritten)) {
            values.problem(
                    "is not the last part, and nothing tells where it ends, so that a longer value would run into the"
                            + " next part: write width, separator or terminator");
        }
        return Optional.empty();
    }

    private void checkTogether() {
        List<Setting<?>> written = Stream.<Setting<?>>of(
                        RowKeySettings.WIDTH, RowKeySettings.SEPARATOR, RowKeySettings.TERMINATOR)
                .filter(values::isWritten)
                .toList();
        if (written.size() > 1) {
            values.problem(
                    written.get(1), "and " + written.get(0) + " both say where the value ends: keep the one that does");
        }
        needs(RowKeySettings.ESCAPE, RowKeySettings.TERMINATOR);
        needs(RowKeySettings.PAD, RowKeySettings.WIDTH);
        needs(RowKeySettings.PAD_SIDE, RowKeySettings.PAD);
    }

    private void needs(Setting<?> setting, Setting<?> other) {
        if (values.isWritten(setting) && !values.isWritten(other)) {
            values.problem(setting, "has a meaning only with " + other);
        }
    }

    private int natural(int bytes) {
        values.find(RowKeySettings.WIDTH)
                .filter(width -> width != bytes)
                .ifPresent(width -> values.problem(RowKeySettings.WIDTH, "is " + bytes + " by the type: leave it out"));
        for (Setting<?> setting : List.of(RowKeySettings.SEPARATOR, RowKeySettings.TERMINATOR, RowKeySettings.PAD)) {
            if (values.isWritten(setting)) {
                values.problem(
                        setting,
                        "has no meaning here, as every value has " + bytes
                                + " bytes; what stands behind it is a part of kind: const");
            }
        }
        return bytes;
    }

    /** Creates a padded framing; Phoenix's CHAR is padded with blanks. */
    private ValueFraming padded(int width) {
        Optional<Byte> pad = values.find(RowKeySettings.PAD).map(bytes -> bytes.unsafeBytes()[0]);
        if (pad.isEmpty() && encoding == PartEncoding.PHOENIX) {
            pad = Optional.of(BLANK);
        }
        boolean left = values.find(RowKeySettings.PAD_SIDE).orElse(RowKeySettings.PadSide.RIGHT)
                == RowKeySettings.PadSide.LEFT;
        return pad.<ValueFraming>map(filler -> new Padded(width, filler, left)).orElseGet(() -> new Fixed(width));
    }

    /** Returns the terminator that the encoding implies for texts: a zero, or its inverse if the order is descending. */
    private Optional<ByteArray> implied() {
        boolean inverted =
                values.find(RowKeySettings.TRANSFORM).orElse(List.of()).contains(new Transform.Invert());
        boolean always = encoding == PartEncoding.ORDERED_BYTES;
        boolean unlessLast = encoding == PartEncoding.PHOENIX && !last;
        return always || unlessLast
                ? Optional.of(ByteArray.copyOf(new byte[] {(byte) (inverted ? 0xff : 0)}))
                : Optional.empty();
    }

    private Optional<ValueFraming> delimited(ByteArray delimiter) {
        try {
            return Optional.of(new Delimited(delimiter, values.find(RowKeySettings.ESCAPE)));
        } catch (IllegalArgumentException e) {
            values.problem(RowKeySettings.ESCAPE, "does not fit the terminator: " + e.getMessage());
            return Optional.empty();
        }
    }
}
