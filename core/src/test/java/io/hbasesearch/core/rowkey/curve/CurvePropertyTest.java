/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.curve.Dimension.Rounding;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue.Box;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever meets a window is in its ranges, however few these may be. */
class CurvePropertyTest {
    private static final int CASES = 10_000;
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int SECONDS = 40 * 86_400;

    private static Box box(Random random, double size) {
        double width = random.nextDouble() * size;
        double height = random.nextDouble() * size / 2;
        double x = -180 + random.nextDouble() * (360 - width);
        double y = -90 + random.nextDouble() * (180 - height);
        return new Box(x, y, x + width, y + height);
    }

    private static Box near(Random random, Box window, boolean point) {
        double x = Math.max(-180, Math.min(179, window.xMin() + random.nextGaussian() * 5));
        double y = Math.max(-90, Math.min(89, window.yMin() + random.nextGaussian() * 5));
        double size = point ? 0 : random.nextDouble();
        return new Box(x, y, x + size, y + size);
    }

    private static void assertFindsAll(GeoCurve curve, boolean points, long firstSeed) {
        int met = 0;
        for (long seed = firstSeed; seed < firstSeed + CASES; seed++) {
            Random random = new Random(seed);
            Box window = box(random, random.nextBoolean() ? 5 : 360);
            Instant from = START.plusSeconds(random.nextInt(SECONDS));
            Instant to = from.plusSeconds(random.nextInt(SECONDS));
            int most = 8 + random.nextInt(100);
            Optional<List<Bounds<ByteArray>>> ranges = curve.ranges(window, Bounds.closed(from, to), most);
            assertThat(ranges.orElseThrow()).as("seed %d", seed).hasSizeBetween(1, most);
            Box geometry = near(random, window, points);
            Instant time = from.plusSeconds(random.nextInt(SECONDS));
            if (geometry.intersects(window) && (!curve.hasTime() || !time.isAfter(to))) {
                ByteArray bytes = curve.encode(geometry, time);
                assertThat(ranges.get().stream().anyMatch(range -> holds(range, bytes)))
                        .as("seed %d", seed)
                        .isTrue();
                met++;
            }
        }
        assertThat(met).as("geometries that meet their window").isGreaterThan(CASES / 20);
    }

    private static boolean holds(Bounds<ByteArray> range, ByteArray bytes) {
        ByteArray low = range.low();
        ByteArray high = range.high();
        return low != null && high != null && low.compareTo(bytes) <= 0 && bytes.compareTo(high) <= 0;
    }

    @Test
    void points() {
        assertFindsAll(GeoCurve.z2(Rounding.FLOOR), true, 1);
        assertFindsAll(GeoCurve.z2(Rounding.CEIL), true, 2);
    }

    @Test
    void pointsInTime() {
        assertFindsAll(GeoCurve.z3(TimePeriod.WEEK, Rounding.FLOOR), true, 3);
        assertFindsAll(GeoCurve.z3(TimePeriod.MONTH, Rounding.CEIL), true, 4);
    }

    @Test
    void boxes() {
        assertFindsAll(GeoCurve.xz2(12), false, 5);
    }

    @Test
    void boxesInTime() {
        assertFindsAll(GeoCurve.xz3(TimePeriod.WEEK, 12), false, 6);
    }
}
