/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.check;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Compares sampled keys of a table with their specification, region by region. Keeps counts and a few examples, whatever the number
 * of keys. For one thread.
 */
public final class KeyCheck {
    /** The number of examples for each reason. */
    static final int EXAMPLES = 3;

    /** The most reasons; each key that fits nothing may have its own. */
    static final int MOST_REASONS = 50;

    static final String OTHER_REASONS = "other reasons";

    private final RowKeySpec spec;
    private final Map<String, Reason> reasons = new TreeMap<>();
    private final List<RegionSample> regions = new ArrayList<>();

    public KeyCheck(RowKeySpec spec) {
        this.spec = Objects.requireNonNull(spec, "spec");
    }

    private static final class Reason {
        private long keys;
        private final List<RowKey> examples = new ArrayList<>();

        private void add(RowKey key) {
            keys++;
            if (examples.size() < EXAMPLES) {
                examples.add(key);
            }
        }
    }

    /** Adds the sampled keys of one region.
     *
     * @param bytes of the region; 0 if unknown
     * @param writes to the region since it was opened; 0 if unknown
     */
    public void addRegion(List<RowKey> keys, long bytes, long writes) {
        Map<Integer, Long> firstBytes = new TreeMap<>();
        Map<String, Long> firstParts = new LinkedHashMap<>();
        long unfit = 0;
        for (RowKey key : keys) {
            firstBytes.merge(key.bytes().unsafeBytes()[0] & 0xff, 1L, Long::sum);
            KeyFit fit = KeyFit.of(spec, key);
            if (fit instanceof KeyFit.Fits fits) {
                firstParts.merge(fits.firstPart(), 1L, Long::sum);
            } else if (fit instanceof KeyFit.Unfit misfit) {
                unfit++;
                reason(misfit.reason()).add(key);
            }
        }
        regions.add(new RegionSample(keys.size(), unfit, bytes, writes, firstBytes, firstParts));
    }

    private Reason reason(String text) {
        String name = reasons.containsKey(text) || reasons.size() < MOST_REASONS ? text : OTHER_REASONS;
        return reasons.computeIfAbsent(name, unknown -> new Reason());
    }

    public KeyCheckReport report() {
        List<KeyCheckReport.Misfit> misfits = new ArrayList<>();
        reasons.forEach((text, reason) -> misfits.add(new KeyCheckReport.Misfit(text, reason.keys, reason.examples)));
        return new KeyCheckReport(regions, misfits);
    }
}
