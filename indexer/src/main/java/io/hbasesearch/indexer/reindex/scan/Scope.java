/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.indexer.reindex.DoneRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys to scan, and the fraction that was scanned: an estimate, as if keys were evenly distributed between a region's first and
 * last keys. Safe for use by several threads.
 */
final class Scope {
    /** Above this number of regions each region counts as a whole, as measuring one costs two small reads. */
    private static final int MOST_MEASURED = 200;

    private static final int PRECISION = Long.BYTES;

    /** A region's share, with the keys between which it is measured. */
    private record Part(KeyRange keys, Optional<KeyRange> measure) {}

    private final List<Part> parts;
    private DoneRanges scanned;

    private Scope(List<Part> parts, DoneRanges scanned) {
        this.parts = List.copyOf(parts);
        this.scanned = scanned;
    }

    /** @param done what earlier starts of the run have completed */
    static Scope of(RowReader rows, TableId table, KeyRange range, DoneRanges done) {
        List<KeyRange> regions = rows.regions(table).stream()
                .map(region -> region.intersection(range))
                .filter(region -> !region.isEmpty())
                .toList();
        List<Part> parts = new ArrayList<>();
        for (KeyRange region : regions) {
            Optional<KeyRange> measure = regions.size() > MOST_MEASURED || done.covers(region)
                    ? Optional.empty()
                    : measure(rows, table, region);
            parts.add(new Part(region, measure));
        }
        return new Scope(parts, done);
    }

    private static Optional<KeyRange> measure(RowReader rows, TableId table, KeyRange region) {
        Optional<RowKey> first = rows.after(table, region, 0);
        Optional<RowKey> last = rows.last(table, region);
        return first.isPresent() && last.isPresent() && first.get().compareTo(last.get()) < 0
                ? Optional.of(new KeyRange(first.get().bytes(), last.get().bytes()))
                : Optional.empty();
    }

    /** Returns what is to be scanned, a range for each region that is not complete. */
    List<KeyRange> missing() {
        return parts.stream()
                .flatMap(part -> scanned.missing(part.keys()).stream())
                .toList();
    }

    synchronized void scanned(KeyRange keys) {
        scanned = scanned.plus(keys);
    }

    /** Returns the fraction that was scanned, from 0 to 1. */
    double fraction() {
        DoneRanges now;
        synchronized (this) {
            now = scanned;
        }
        return parts.isEmpty()
                ? 1
                : parts.stream().mapToDouble(part -> fraction(part, now)).sum() / parts.size();
    }

    private static double fraction(Part part, DoneRanges scanned) {
        List<KeyRange> missing = scanned.missing(part.keys());
        if (missing.isEmpty() || part.measure().isEmpty()) {
            return missing.isEmpty() ? 1 : 0;
        }
        KeyRange measure = part.measure().get();
        double left = 0;
        for (KeyRange range : missing) {
            double from = place(measure, range.start());
            double to = range.stop().isEmpty() ? 1 : place(measure, range.stop());
            left += Math.max(0, to - from);
        }
        return Math.max(0, 1 - left);
    }

    /** Returns the position of a key between two others, from 0 to 1. */
    static double place(KeyRange between, ByteArray key) {
        if (key.compareTo(between.start()) <= 0) {
            return 0;
        }
        if (key.compareTo(between.stop()) >= 0) {
            return 1;
        }
        int common = 0;
        while (common < between.start().length()
                && between.start().unsafeBytes()[common] == between.stop().unsafeBytes()[common]) {
            common++;
        }
        double low = number(between.start(), common);
        double high = number(between.stop(), common);
        return high <= low ? 0 : (number(key, common) - low) / (high - low);
    }

    private static double number(ByteArray key, int from) {
        double number = 0;
        for (int i = from; i < from + PRECISION; i++) {
            number = number * 256 + (i < key.length() ? key.unsafeBytes()[i] & 0xff : 0);
        }
        return number;
    }
}
