/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.curve.Dimension.Rounding;
import io.hbasesearch.core.rowkey.curve.GeoCurve;
import io.hbasesearch.core.rowkey.curve.TimePeriod;
import io.hbasesearch.core.rowkey.value.KeyValue.Box;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.locationtech.geomesa.curve.BinnedTime;
import org.locationtech.geomesa.curve.LegacyZ2SFC;
import org.locationtech.geomesa.curve.LegacyZ3SFC;
import org.locationtech.geomesa.curve.XZ2SFC;
import org.locationtech.geomesa.curve.XZ3SFC;
import org.locationtech.geomesa.curve.Z2SFC;
import org.locationtech.geomesa.curve.Z3SFC;
import scala.Enumeration;

/** Our curves are GeoMesa's, bit for bit. */
class GeoMesaCurvesTest {
    private static final int CASES = 10_000;
    private static final int RESOLUTION = 12;
    private static final Map<TimePeriod, Enumeration.Value> PERIODS = Map.of(
            TimePeriod.DAY, org.locationtech.geomesa.curve.TimePeriod.Day(),
            TimePeriod.WEEK, org.locationtech.geomesa.curve.TimePeriod.Week(),
            TimePeriod.MONTH, org.locationtech.geomesa.curve.TimePeriod.Month());

    private interface Comparison {
        void of(Box box, Instant time);
    }

    /** Points or boxes, corners of the earth among them, at times from 1970 to 2050. */
    private static void forAll(long firstSeed, boolean points, Comparison comparison) {
        for (long seed = firstSeed; seed < firstSeed + CASES; seed++) {
            Random random = new Random(seed);
            double x = seed % 100 == 0 ? 180 : seed % 100 == 1 ? -180 : random.nextDouble() * 360 - 180;
            double y = seed % 100 == 2 ? 90 : seed % 100 == 3 ? -90 : random.nextDouble() * 180 - 90;
            double size = points ? 0 : Math.scalb(random.nextDouble() * 360, -random.nextInt(16));
            Box box = new Box(x, y, Math.min(180, x + size), Math.min(90, y + size));
            Instant time = Instant.ofEpochMilli((long) (random.nextDouble() * 2_524_608_000_000L));
            try {
                comparison.of(box, time);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + box + " " + time, e);
            }
        }
    }

    private static ByteArray position(long position) {
        return ByteArray.wrap(ByteBuffer.allocate(Long.BYTES).putLong(position).array());
    }

    private static ByteArray position(short bin, long position) {
        return ByteArray.wrap(ByteBuffer.allocate(Short.BYTES + Long.BYTES)
                .putShort(bin)
                .putLong(position)
                .array());
    }

    private static BinnedTime binned(TimePeriod period, Instant time) {
        return (BinnedTime) BinnedTime.timeToBinnedTime(PERIODS.get(period)).apply(time.toEpochMilli());
    }

    @Test
    void z2() {
        Z2SFC curve = new Z2SFC(31);
        GeoCurve ours = GeoCurve.z2(Rounding.FLOOR);
        forAll(1, true, (point, time) -> assertThat(ours.encode(point, null))
                .isEqualTo(position(curve.index(point.xMin(), point.yMin(), false))));
    }

    @Test
    void z2BeforeItsRoundingChanged() {
        GeoCurve ours = GeoCurve.z2(Rounding.CEIL);
        forAll(2, true, (point, time) -> assertThat(ours.encode(point, null))
                .isEqualTo(position(LegacyZ2SFC.index(point.xMin(), point.yMin(), false))));
    }

    @Test
    void z3() {
        PERIODS.forEach((period, theirs) -> {
            Z3SFC curve = Z3SFC.apply(theirs);
            GeoCurve ours = GeoCurve.z3(period, Rounding.FLOOR);
            forAll(3, true, (point, time) -> {
                BinnedTime binned = binned(period, time);
                assertThat(ours.encode(point, time))
                        .isEqualTo(position(
                                binned.bin(), curve.index(point.xMin(), point.yMin(), binned.offset(), false)));
            });
        });
    }

    @Test
    void z3BeforeItsRoundingChanged() {
        PERIODS.forEach((period, theirs) -> {
            Z3SFC curve = LegacyZ3SFC.apply(theirs);
            GeoCurve ours = GeoCurve.z3(period, Rounding.CEIL);
            forAll(4, true, (point, time) -> {
                BinnedTime binned = binned(period, time);
                assertThat(ours.encode(point, time))
                        .isEqualTo(position(
                                binned.bin(), curve.index(point.xMin(), point.yMin(), binned.offset(), false)));
            });
        });
    }

    @Test
    void xz2() {
        XZ2SFC curve = XZ2SFC.apply((short) RESOLUTION);
        GeoCurve ours = GeoCurve.xz2(RESOLUTION);
        forAll(5, false, (box, time) -> assertThat(ours.encode(box, null))
                .isEqualTo(position(curve.index(box.xMin(), box.yMin(), box.xMax(), box.yMax(), false))));
    }

    @Test
    void xz3() {
        PERIODS.forEach((period, theirs) -> {
            XZ3SFC curve = XZ3SFC.apply((short) RESOLUTION, theirs);
            GeoCurve ours = GeoCurve.xz3(period, RESOLUTION);
            forAll(6, false, (box, time) -> {
                BinnedTime binned = binned(period, time);
                double offset = binned.offset();
                long index = curve.index(box.xMin(), box.yMin(), offset, box.xMax(), box.yMax(), offset, false);
                assertThat(ours.encode(box, time)).isEqualTo(position(binned.bin(), index));
            });
        });
    }
}
