/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The key ranges that a run has completed. Ranges that touch are merged, so that there are never many more of them than threads.
 * Immutable.
 *
 * @param ranges in key order; no two of them touch
 */
public record DoneRanges(List<KeyRange> ranges) {
    private static final DoneRanges NONE = new DoneRanges(List.of());

    public DoneRanges {
        ranges = List.copyOf(ranges);
    }

    public static DoneRanges none() {
        return NONE;
    }

    /** Returns these ranges with one more, which may overlap or repeat others. */
    public DoneRanges plus(KeyRange range) {
        if (range.isEmpty()) {
            return this;
        }
        List<KeyRange> sorted = new ArrayList<>(ranges);
        sorted.add(range);
        sorted.sort(Comparator.comparing(KeyRange::start));
        List<KeyRange> joined = new ArrayList<>();
        for (KeyRange next : sorted) {
            KeyRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && meets(last, next)) {
                joined.set(joined.size() - 1, new KeyRange(last.start(), later(last.stop(), next.stop())));
            } else {
                joined.add(next);
            }
        }
        return new DoneRanges(joined);
    }

    private static boolean meets(KeyRange first, KeyRange second) {
        return first.stop().isEmpty() || second.start().compareTo(first.stop()) <= 0;
    }

    private static ByteArray later(ByteArray one, ByteArray other) {
        if (one.isEmpty() || other.isEmpty()) {
            return ByteArray.empty();
        }
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Returns the parts of a range that are not done, in key order. */
    public List<KeyRange> missing(KeyRange of) {
        List<KeyRange> missing = new ArrayList<>();
        ByteArray from = of.start();
        for (KeyRange done : ranges) {
            KeyRange before = new KeyRange(from, done.start()).intersection(of);
            if (!done.start().isEmpty() && !before.isEmpty()) {
                missing.add(before);
            }
            if (done.stop().isEmpty()) {
                return List.copyOf(missing);
            }
            from = later(nonEmpty(from, done.stop()), done.stop());
        }
        KeyRange rest = new KeyRange(from, of.stop());
        if (!rest.isEmpty()) {
            missing.add(rest);
        }
        return List.copyOf(missing);
    }

    /** Replaces an open start: it sorts before every key, whereas an open end sorts after. */
    private static ByteArray nonEmpty(ByteArray key, ByteArray otherwise) {
        return key.isEmpty() ? otherwise : key;
    }

    public boolean contains(RowKey row) {
        return ranges.stream().anyMatch(range -> range.contains(row));
    }

    public boolean covers(KeyRange range) {
        return missing(range).isEmpty();
    }
}
