/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import io.hbasesearch.benchmarks.harness.Figures;
import java.util.function.Consumer;

/** Seeks the shape in which bulk requests load fastest: the baseline is the best that such a loader can do. Stateless. */
public final class BulkSweep {
    private static final int[] BATCHES = {500, 1_000, 2_000, 5_000};
    private static final int[] CONCURRENCIES = {1, 2, 4, 8};
    private static final Shape SMALL = new Shape(100, 2);

    private BulkSweep() {}

    /** Loads into an index that was just created, which is checked and removed afterwards; rows per second. */
    @FunctionalInterface
    public interface Load {
        double run(Shape shape) throws Exception;
    }

    /**
     * @param documents that each load has: shapes whose requests these would not fill twice are left out
     * @param progress takes a line for each load
     */
    public static Shape best(int documents, Load load, Consumer<String> progress) throws Exception {
        Shape best = SMALL;
        double most = 0;
        for (int batch : BATCHES) {
            for (int concurrency : CONCURRENCIES) {
                if (2 * batch * concurrency <= documents) {
                    Shape shape = new Shape(batch, concurrency);
                    double rate = load.run(shape);
                    progress.accept("bulk " + shape + ": " + Figures.text(rate) + " rows/s");
                    best = rate > most ? shape : best;
                    most = Math.max(rate, most);
                }
            }
        }
        return best;
    }
}
