/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class BulkSweepTest {
    private static final int MANY = 10_000_000;
    private static final long SMALL = 100;

    private final List<Shape> loaded = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private Shape best(int documents, long bytesEach, ToDoubleFunction<Shape> rate) throws Exception {
        return BulkSweep.best(
                documents,
                bytesEach,
                shape -> {
                    loaded.add(shape);
                    return rate.applyAsDouble(shape);
                },
                line -> {});
    }

    @Test
    void aBestShapeWithinTheGridIsFoundByTheGridAlone() throws Exception {
        Shape fastest = new Shape(2_000, 4);
        assertThat(best(MANY, SMALL, shape -> shape.equals(fastest) ? 2 : 1)).isEqualTo(fastest);
        assertThat(loaded).hasSize(16 + 2).allMatch(shape -> shape.batch() <= 5_000 && shape.concurrency() <= 8);
    }

    @Test
    void itGoesOnWhileWhatLiesBeyondTheEdgeIsFaster() throws Exception {
        ToDoubleFunction<Shape> rate =
                shape -> Math.min(20_000, shape.batch()) + Math.min(32, shape.concurrency()) - 1e-3 * shape.batch();
        assertThat(best(MANY, SMALL, rate)).isEqualTo(new Shape(20_000, 32));
        assertThat(loaded)
                .contains(new Shape(40_000, 32), new Shape(20_000, 64))
                .doesNotContain(new Shape(80_000, 32));
    }

    @Test
    void itGoesOnToSmallerBatchesToo() throws Exception {
        assertThat(best(MANY, SMALL, shape -> 1e6 - Math.abs(shape.batch() - 125) - shape.concurrency()))
                .isEqualTo(new Shape(125, 1));
    }

    @Test
    void theBestTwoAreLoadedOnceMoreAndTheirMeansDecide() throws Exception {
        Shape lucky = new Shape(1_000, 2);
        Shape steady = new Shape(2_000, 2);
        ToDoubleFunction<Shape> rate = shape -> {
            boolean isFirst = loaded.indexOf(shape) == loaded.lastIndexOf(shape);
            return shape.equals(lucky) ? (isFirst ? 110 : 80) : shape.equals(steady) ? 100 : 1;
        };
        assertThat(best(MANY, SMALL, rate)).isEqualTo(steady);
        assertThat(loaded).endsWith(lucky, steady);
    }

    @Test
    void noShapeKeepsTooManyDocumentsOrBytesInFlight() throws Exception {
        best(50_000, SMALL, shape -> shape.batch() * shape.concurrency());
        assertThat(loaded).isNotEmpty().allMatch(shape -> 3 * shape.batch() * shape.concurrency() <= 2 * 50_000);
        loaded.clear();
        best(MANY, 10_000, shape -> shape.batch() * shape.concurrency());
        assertThat(loaded).isNotEmpty().allMatch(shape -> shape.batch() * shape.concurrency() <= 15_000);
    }

    @Test
    void whatElasticsearchRefusesIsLeftOut() throws Exception {
        Shape best = BulkSweep.best(
                MANY,
                SMALL,
                shape -> {
                    if (shape.batch() * shape.concurrency() > 4_000) {
                        throw new BulkRefusedException("too much");
                    }
                    return shape.batch() * shape.concurrency();
                },
                told::add);
        assertThat(best.batch() * best.concurrency()).isEqualTo(4_000);
        assertThat(told).contains("bulk 5000 x 1: too much");
    }

    @Test
    void whatIsRefusedTheSecondTimeIsNotTheBest() throws Exception {
        Shape best = BulkSweep.best(
                MANY,
                SMALL,
                shape -> {
                    loaded.add(shape);
                    if (shape.batch() == 2_000 && loaded.indexOf(shape) < loaded.lastIndexOf(shape)) {
                        throw new BulkRefusedException("too much by now");
                    }
                    return shape.batch() == 5_000 ? 1 : shape.batch() - shape.concurrency();
                },
                told::add);
        assertThat(told).contains("bulk 2000 x 1: too much by now", "bulk 2000 x 2: too much by now");
        assertThat(best).isEqualTo(new Shape(2_000, 4));
    }

    @Test
    void tooFewDocumentsForTheGridAreLoadedInASmallShape() throws Exception {
        assertThat(best(700, SMALL, shape -> 1)).isEqualTo(new Shape(100, 2));
        assertThat(loaded).isEmpty();
    }
}
