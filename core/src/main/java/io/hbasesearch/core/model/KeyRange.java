/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Row keys from {@code start} (inclusive) to {@code stop} (exclusive); empty bounds are open.
 */
public record KeyRange(ByteArray start, ByteArray stop) {
    private static final KeyRange ALL = new KeyRange(ByteArray.empty(), ByteArray.empty());

    public KeyRange {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(stop, "stop");
    }

    public static KeyRange all() {
        return ALL;
    }

    public boolean contains(RowKey key) {
        return key.bytes().compareTo(start) >= 0
                && (stop.isEmpty() || key.bytes().compareTo(stop) < 0);
    }

    /** Tells if the range contains no key. */
    public boolean isEmpty() {
        return !stop.isEmpty() && start.compareTo(stop) >= 0;
    }

    /** Returns the keys of all ranges as ranges in their order, none overlapping. */
    public static List<KeyRange> union(List<KeyRange> ranges) {
        List<KeyRange> sorted = ranges.stream()
                .filter(range -> !range.isEmpty())
                .sorted(Comparator.comparing(KeyRange::start))
                .toList();
        List<KeyRange> union = new ArrayList<>();
        for (KeyRange range : sorted) {
            KeyRange last = union.isEmpty() ? null : union.get(union.size() - 1);
            boolean begins = last == null || (!last.stop.isEmpty() && last.stop.compareTo(range.start) < 0);
            if (begins) {
                union.add(range);
            } else if (!last.stop.isEmpty() && (range.stop.isEmpty() || range.stop.compareTo(last.stop) > 0)) {
                union.set(union.size() - 1, new KeyRange(last.start, range.stop));
            }
        }
        return List.copyOf(union);
    }

    /** Returns the keys in both ranges; {@link #isEmpty} is true if there are none. */
    public KeyRange intersection(KeyRange other) {
        ByteArray from = start.compareTo(other.start) >= 0 ? start : other.start;
        boolean mineEndsFirst = !stop.isEmpty() && (other.stop.isEmpty() || stop.compareTo(other.stop) <= 0);
        return new KeyRange(from, mineEndsFirst ? stop : other.stop);
    }
}
