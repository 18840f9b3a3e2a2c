/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.check;

import io.hbasesearch.core.model.RowKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * How a table's keys fit their specification, and how evenly they spread. Shares are of 1. As every region gives about as many
 * keys whatever its size, a region's keys weigh as much as the region holds.
 *
 * @param regions in the order of the table
 * @param misfits by reason, in the order of the reasons
 */
public record KeyCheckReport(List<RegionSample> regions, List<Misfit> misfits) {
    /** A part of the keys this many times above the even part is one that a server feels. */
    private static final double HOT = 2;

    public KeyCheckReport {
        regions = List.copyOf(regions);
        misfits = List.copyOf(misfits);
    }

    /** @param examples a few of the keys */
    public record Misfit(String reason, long keys, List<RowKey> examples) {
        public Misfit {
            examples = List.copyOf(examples);
        }
    }

    /** @param share of the table, from 0 to 1 */
    public record Share<T>(T of, double share) {}

    public long keys() {
        return sum(RegionSample::keys);
    }

    public long unfit() {
        return sum(RegionSample::unfit);
    }

    /** Whether the servers told what regions hold; without that, each counts the same. */
    public boolean knowsSizes() {
        return sum(RegionSample::bytes) > 0;
    }

    public boolean knowsWrites() {
        return sum(RegionSample::writes) > 0;
    }

    /** A region's part of what the table holds. */
    public double share(RegionSample region) {
        long all = sum(RegionSample::bytes);
        if (all > 0) {
            return (double) region.bytes() / all;
        }
        long sampled = regions.stream().filter(each -> each.keys() > 0).count();
        return region.keys() > 0 ? 1.0 / sampled : 0;
    }

    /** A region's part of the writes that the table took since its regions were opened; 0 where nothing is known. */
    public double shareOfWrites(RegionSample region) {
        long all = sum(RegionSample::writes);
        return all > 0 ? (double) region.writes() / all : 0;
    }

    /** Whether a region has much more of the table, or of its writes, than the others. */
    public boolean isHot(RegionSample region) {
        double hot = HOT / regions.size();
        return regions.size() > 1 && (share(region) > hot || shareOfWrites(region) > hot);
    }

    /** The largest first. */
    public List<Share<Integer>> firstBytes() {
        return shares(RegionSample::firstBytes);
    }

    /** Of the keys that fit; the largest first. */
    public List<Share<String>> firstParts() {
        return shares(RegionSample::firstParts);
    }

    private <T extends Comparable<T>> List<Share<T>> shares(Function<RegionSample, Map<T, Long>> counts) {
        Map<T, Double> weights = new HashMap<>();
        double all = 0;
        for (RegionSample region : regions) {
            long counted = counts.apply(region).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            // Of a region's keys, only those that are counted stand for what it holds.
            double weight = counted == 0 ? 0 : share(region) * counted / region.keys();
            all += weight;
            counts.apply(region).forEach((value, count) -> weights.merge(value, weight * count / counted, Double::sum));
        }
        double whole = all;
        Comparator<Share<T>> bySize = Comparator.comparingDouble(Share<T>::share);
        return weights.entrySet().stream()
                .filter(weight -> weight.getValue() > 0)
                .map(weight -> new Share<>(weight.getKey(), weight.getValue() / whole))
                .sorted(bySize.reversed().thenComparing(Share::of))
                .toList();
    }

    private long sum(ToLongFunction<RegionSample> number) {
        return regions.stream().mapToLong(number).sum();
    }
}
