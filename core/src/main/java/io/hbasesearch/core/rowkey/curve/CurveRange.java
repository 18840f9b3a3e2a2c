/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.curve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Positions on a curve, both bounds inclusive. */
public record CurveRange(long low, long high) {
    /**
     * Returns the same positions in order; if there are more than {@code most} ranges, the narrowest gaps are included.
     */
    static List<CurveRange> merge(List<CurveRange> ranges, int most) {
        List<CurveRange> merged = new ArrayList<>();
        for (CurveRange range : ranges.stream()
                .sorted(Comparator.comparingLong(CurveRange::low))
                .toList()) {
            CurveRange last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && range.low <= last.high + 1) {
                merged.set(merged.size() - 1, new CurveRange(last.low, Math.max(last.high, range.high)));
            } else {
                merged.add(range);
            }
        }
        return merged.size() <= most ? merged : closeNarrowestGaps(merged, most);
    }

    private static List<CurveRange> closeNarrowestGaps(List<CurveRange> ranges, int most) {
        List<Integer> widest = IntStream.range(1, ranges.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> ranges.get(i - 1).high - ranges.get(i).low))
                .limit(most - 1L)
                .sorted()
                .toList();
        List<CurveRange> closed = new ArrayList<>();
        int from = 0;
        for (int gap : widest) {
            closed.add(new CurveRange(ranges.get(from).low, ranges.get(gap - 1).high));
            from = gap;
        }
        closed.add(new CurveRange(ranges.get(from).low, ranges.get(ranges.size() - 1).high));
        return closed;
    }
}
