/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import io.hbasesearch.benchmarks.harness.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Seeks the shape in which bulk requests load fastest: the baseline is the best that such a loader can do. It tries a grid, goes on
 * beyond the grid's edge for as long as what lies there is faster, and loads once more in the best two, which one lucky load would
 * decide else. For one thread.
 */
public final class BulkSweep {
    private static final int[] BATCHES = {500, 1_000, 2_000, 5_000};
    private static final int[] CONCURRENCIES = {1, 2, 4, 8};
    private static final int LEAST_BATCH = BATCHES[0];
    private static final int MOST_BATCH = BATCHES[BATCHES.length - 1];
    private static final int MOST_CONCURRENCY = CONCURRENCIES[CONCURRENCIES.length - 1];
    private static final Shape SMALL = new Shape(100, 2);
    /** Under way at a time: Elasticsearch refuses what is more than a tenth of its heap, which is 204 MB of 2 GB here. */
    private static final long MOST_BYTES = 150_000_000;
    /** In one request, by Elasticsearch's own limit. */
    private static final long MOST_REQUEST_BYTES = 100_000_000;

    private final int documents;
    private final long bytesEach;
    private final Load load;
    private final Consumer<String> progress;
    private final Map<Shape, Double> rates = new LinkedHashMap<>();

    private BulkSweep(int documents, long bytesEach, Load load, Consumer<String> progress) {
        this.documents = documents;
        this.bytesEach = bytesEach;
        this.load = load;
        this.progress = progress;
    }

    /** Loads into an index that was just created, which is checked and removed afterwards; rows per second. */
    @FunctionalInterface
    public interface Load {
        /** @throws BulkRefusedException if Elasticsearch does not take what is sent in this shape */
        double run(Shape shape) throws Exception;
    }

    /**
     * @param documents that each load has: shapes of which half of the senders would have one request only are left out
     * @param bytesEach of a document: shapes that Elasticsearch refuses, or would by their size, are left out
     * @param progress takes a line for each load
     */
    public static Shape best(int documents, long bytesEach, Load load, Consumer<String> progress) throws Exception {
        return new BulkSweep(documents, bytesEach, load, progress).best();
    }

    private Shape best() throws Exception {
        for (int batch : BATCHES) {
            for (int concurrency : CONCURRENCIES) {
                tryOut(new Shape(batch, concurrency));
            }
        }
        if (rates.isEmpty()) {
            return SMALL;
        }
        Shape best;
        do {
            best = ranked().get(0);
            for (Shape neighbour : beyondTheEdge(best)) {
                tryOut(neighbour);
            }
        } while (!ranked().get(0).equals(best));
        return betterOf(ranked().stream().limit(2).toList());
    }

    private void tryOut(Shape shape) throws Exception {
        if (isPossible(shape) && !rates.containsKey(shape)) {
            load(shape);
        }
    }

    /** A shape that was loaded before has the mean of both loads, and one that is refused has no rate. */
    private void load(Shape shape) throws Exception {
        try {
            double rate = load.run(shape);
            progress.accept("bulk " + shape + ": " + Figures.text(rate) + " rows/s");
            rates.merge(shape, rate, (before, now) -> (before + now) / 2);
        } catch (BulkRefusedException e) {
            rates.remove(shape);
            progress.accept("bulk " + shape + ": " + e.getMessage());
        }
    }

    private boolean isPossible(Shape shape) {
        long underWay = (long) shape.batch() * shape.concurrency();
        return shape.batch() >= 1
                && 3 * underWay <= 2L * documents
                && underWay * bytesEach <= MOST_BYTES
                && shape.batch() * bytesEach <= MOST_REQUEST_BYTES;
    }

    private List<Shape> ranked() {
        return rates.entrySet().stream()
                .sorted(Map.Entry.<Shape, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** None for what lies within the grid. */
    private static List<Shape> beyondTheEdge(Shape shape) {
        List<Shape> beyond = new ArrayList<>();
        if (shape.batch() >= MOST_BATCH) {
            beyond.add(new Shape(2 * shape.batch(), shape.concurrency()));
        }
        if (shape.batch() <= LEAST_BATCH) {
            beyond.add(new Shape(shape.batch() / 2, shape.concurrency()));
        }
        if (shape.concurrency() >= MOST_CONCURRENCY) {
            beyond.add(new Shape(shape.batch(), 2 * shape.concurrency()));
        }
        return beyond;
    }

    private Shape betterOf(List<Shape> best) throws Exception {
        if (best.size() > 1) {
            for (Shape shape : best) {
                load(shape);
            }
        }
        return best.stream()
                .filter(rates::containsKey)
                .max(Comparator.comparingDouble(rates::get))
                .orElseGet(() -> ranked().stream().findFirst().orElse(SMALL));
    }
}
