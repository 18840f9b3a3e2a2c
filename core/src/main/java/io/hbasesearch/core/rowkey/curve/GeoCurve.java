/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.curve.Dimension.Rounding;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue.Box;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a place on the earth, with or without a time, as bytes: the bin of the time in 2 bytes if there is one, and a position on a
 * curve in 8, both big endian. The layout of GeoMesa's Z2, Z3, XZ2 and XZ3 indexes. Immutable.
 */
public final class GeoCurve {
    private static final double[] WORLD_LOW = {-180, -90};
    private static final double[] WORLD_HIGH = {180, 90};

    private final SpaceCurve curve;
    private final @Nullable TimePeriod period;

    private GeoCurve(SpaceCurve curve, @Nullable TimePeriod period) {
        this.curve = Objects.requireNonNull(curve, "curve");
        this.period = period;
    }

    /** Points: 31 bits for each coordinate. */
    public static GeoCurve z2(Rounding rounding) {
        long precision = precision(31, rounding);
        return new GeoCurve(
                new ZCurve(List.of(longitude(precision, rounding), latitude(precision, rounding)), 31), null);
    }

    /** Points in time: 21 bits for each coordinate. */
    public static GeoCurve z3(TimePeriod period, Rounding rounding) {
        long precision = precision(21, rounding);
        long timePrecision = rounding == Rounding.CEIL ? precision(20, rounding) : precision;
        Dimension time = new Dimension(0, period.longest(), timePrecision, rounding);
        return new GeoCurve(
                new ZCurve(List.of(longitude(precision, rounding), latitude(precision, rounding), time), 21), period);
    }

    /** Boxes. */
    public static GeoCurve xz2(int resolution) {
        return new GeoCurve(new XzCurve(WORLD_LOW, WORLD_HIGH, resolution), null);
    }

    /** Boxes at a time. */
    public static GeoCurve xz3(TimePeriod period, int resolution) {
        double[] low = {WORLD_LOW[0], WORLD_LOW[1], 0};
        double[] high = {WORLD_HIGH[0], WORLD_HIGH[1], period.longest()};
        return new GeoCurve(new XzCurve(low, high, resolution), period);
    }

    private static long precision(int bits, Rounding rounding) {
        return rounding == Rounding.FLOOR ? 1L << bits : (1L << bits) - 1;
    }

    private static Dimension longitude(long precision, Rounding rounding) {
        return new Dimension(WORLD_LOW[0], WORLD_HIGH[0], precision, rounding);
    }

    private static Dimension latitude(long precision, Rounding rounding) {
        return new Dimension(WORLD_LOW[1], WORLD_HIGH[1], precision, rounding);
    }

    public boolean hasTime() {
        return period != null;
    }

    /** In bytes. */
    public int width() {
        return period == null ? Long.BYTES : Short.BYTES + Long.BYTES;
    }

    /**
     * The bytes of a geometry that is in this box.
     *
     * @param time not null if the curve has one
     * @throws UnfitValueException if it is not on earth, not a point although the curve needs one, or outside of the time's bins
     */
    public ByteArray encode(Box box, @Nullable Instant time) {
        if (box.xMin() < WORLD_LOW[0]
                || box.xMax() > WORLD_HIGH[0]
                || box.yMin() < WORLD_LOW[1]
                || box.yMax() > WORLD_HIGH[1]) {
            throw new UnfitValueException("must be within longitude -180 to 180 and latitude -90 to 90");
        }
        if (!curve.takesBoxes() && !box.isPoint()) {
            throw new UnfitValueException("must be a point");
        }
        if (period == null) {
            return bytes(curve.index(low(box, 0), high(box, 0)));
        }
        Instant instant = Objects.requireNonNull(time, "time");
        long bin = period.bin(instant);
        if (bin < 0 || bin > TimePeriod.LAST_BIN) {
            throw new UnfitValueException("must be of a time from 1970 on that has a bin");
        }
        long offset = period.offset(instant);
        return bytes(bin, curve.index(low(box, offset), high(box, offset)));
    }

    private double[] low(Box box, double time) {
        return hasTime() ? new double[] {box.xMin(), box.yMin(), time} : new double[] {box.xMin(), box.yMin()};
    }

    private double[] high(Box box, double time) {
        return hasTime() ? new double[] {box.xMax(), box.yMax(), time} : new double[] {box.xMax(), box.yMax()};
    }

    private static ByteArray bytes(long position) {
        return ByteArray.wrap(ByteBuffer.allocate(Long.BYTES).putLong(position).array());
    }

    private static ByteArray bytes(long bin, long position) {
        return ByteArray.wrap(ByteBuffer.allocate(Short.BYTES + Long.BYTES)
                .putShort((short) bin)
                .putLong(position)
                .array());
    }

    /**
     * Returns byte ranges that contain everything that intersects a window.
     *
     * @param window null for the whole earth
     * @param time inclusive bounds; ignored if the curve has no time
     * @param most the most ranges
     * @return ranges with both bounds; empty if more ranges would be needed
     */
    public Optional<List<Bounds<ByteArray>>> ranges(@Nullable Box window, Bounds<Instant> time, int most) {
        Box box = window == null ? new Box(WORLD_LOW[0], WORLD_LOW[1], WORLD_HIGH[0], WORLD_HIGH[1]) : window;
        if (period == null) {
            return Optional.of(curve.ranges(low(box, 0), high(box, 0), most).stream()
                    .map(range -> Bounds.closed(bytes(range.low()), bytes(range.high())))
                    .toList());
        }
        Instant from = time.low();
        Instant to = time.high();
        long firstBin = from == null ? 0 : Math.max(0, period.bin(from));
        long lastBin = to == null ? TimePeriod.LAST_BIN : Math.min(TimePeriod.LAST_BIN, period.bin(to));
        long bins = lastBin - firstBin + 1;
        if (bins > most) {
            return Optional.empty();
        }
        List<Bounds<ByteArray>> ranges = new ArrayList<>();
        for (long bin = firstBin; bin <= lastBin; bin++) {
            double first = from != null && period.bin(from) == bin ? period.offset(from) : 0;
            double last = to != null && period.bin(to) == bin ? period.offset(to) : period.longest();
            for (CurveRange range : curve.ranges(low(box, first), high(box, last), (int) (most / bins))) {
                ranges.add(Bounds.closed(bytes(bin, range.low()), bytes(bin, range.high())));
            }
        }
        return Optional.of(ranges);
    }
}
