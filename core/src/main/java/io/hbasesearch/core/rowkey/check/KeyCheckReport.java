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
 * Reports how many of a table's keys fit their specification, and how evenly they are distributed. Shares add up to 1. Every region
 * contributes about the same number of keys whatever its size, so a region's keys are weighted by its size.
 *
 * @param regions in the order of the table
 * @param misfits by reason, in the order of the reasons
 */
public record KeyCheckReport(List<RegionSample> regions, List<Misfit> misfits) {
    /** The factor above the even share from which a share of keys is a noticeable load on a server. */
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

    /** Tells if the servers reported the sizes of regions; otherwise all regions have the same weight. */
    public boolean knowsSizes() {
        return sum(RegionSample::bytes) > 0;
    }

    public boolean knowsWrites() {
        return sum(RegionSample::writes) > 0;
    }

    /** Returns a region's share of the table's size. */
    public double share(RegionSample region) {
        long all = sum(RegionSample::bytes);
        if (all > 0) {
            return (double) region.bytes() / all;
        }
        long sampled = regions.stream().filter(each -> each.keys() > 0).count();
        return region.keys() > 0 ? 1.0 / sampled : 0;
    }

    /** Returns a region's share of the table's writes since its regions were opened; 0 if unknown. */
    public double shareOfWrites(RegionSample region) {
        long all = sum(RegionSample::writes);
        return all > 0 ? (double) region.writes() / all : 0;
    }

    /** Tells if a region has a much larger share of the table or its writes than the others. */
    public boolean isHot(RegionSample region) {
        double hot = HOT / regions.size();
        return regions.size() > 1 && (share(region) > hot || shareOfWrites(region) > hot);
    }

    /** Returns the shares by first byte, the largest first. */
    public List<Share<Integer>> firstBytes() {
        return shares(RegionSample::firstBytes);
    }

    /** Returns the shares by first part of the keys that fit, the largest first. */
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
            // Only the counted keys of a region represent its size.
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
