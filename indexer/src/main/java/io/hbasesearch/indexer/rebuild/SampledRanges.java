/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.indexer.verify.KeyMiddle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Selects random pieces of a table's regions that together hold a bounded number of rows, however large the table is. */
final class SampledRanges {
    static final int MOST_ROWS = 20_000;
    static final int MOST_PIECES = 1_000;
    private static final int PIECES = 100;
    private static final int HALVINGS = 12;

    private SampledRanges() {}

    static List<KeyRange> of(RowReader rows, TableId table, RandomGenerator random) {
        List<KeyRange> regions = new ArrayList<>(rows.regions(table));
        if (regions.size() > MOST_PIECES) {
            Collections.shuffle(regions, new Random(random.nextLong()));
            regions = regions.subList(0, MOST_PIECES);
        }
        int each = Math.max(1, PIECES / regions.size());
        int length = MOST_ROWS / (each * regions.size());
        List<KeyRange> pieces = new ArrayList<>();
        for (KeyRange region : regions) {
            pieces.addAll(pieces(rows, table, region, each, length, random));
        }
        return List.copyOf(pieces);
    }

    private static List<KeyRange> pieces(
            RowReader rows, TableId table, KeyRange region, int number, int length, RandomGenerator random) {
        // Each piece costs some requests: a small region is one piece.
        if (number > 1 && rows.after(table, region, number * length).isEmpty()) {
            return List.of(region);
        }
        NavigableSet<ByteArray> starts = new TreeSet<>();
        starts.add(region.start());
        Optional<RowKey> last = number > 1 ? rows.last(table, region) : Optional.empty();
        for (int i = 1; i < number && last.isPresent(); i++) {
            starts.add(between(region.start(), last.get().bytes(), random));
        }
        List<KeyRange> pieces = new ArrayList<>();
        for (ByteArray start : starts) {
            ByteArray next = starts.higher(start) == null ? region.stop() : starts.higher(start);
            KeyRange rest = new KeyRange(start, next);
            pieces.add(new KeyRange(
                    start, rows.after(table, rest, length).map(RowKey::bytes).orElse(next)));
        }
        return pieces;
    }

    /** Chooses a key as if keys were evenly distributed; where they are not, some are chosen more often. */
    private static ByteArray between(ByteArray low, ByteArray high, RandomGenerator random) {
        ByteArray from = low;
        ByteArray to = high;
        for (int i = 0; i < HALVINGS; i++) {
            Optional<ByteArray> middle = KeyMiddle.of(from, to);
            if (middle.isEmpty()) {
                break;
            }
            if (random.nextBoolean()) {
                from = middle.get();
            } else {
                to = middle.get();
            }
        }
        return from;
    }
}
