/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The results of one region's sample.
 *
 * @param keys the number of checked keys
 * @param unfit the number of keys that do not fit
 * @param bytes of the region; 0 if unknown
 * @param writes to the region since it was opened; 0 if unknown
 * @param firstBytes keys by their first byte
 * @param firstParts keys that fit, by their beginning
 */
public record RegionSample(
        long keys, long unfit, long bytes, long writes, Map<Integer, Long> firstBytes, Map<String, Long> firstParts) {
    public RegionSample {
        firstBytes = Collections.unmodifiableMap(new LinkedHashMap<>(firstBytes));
        firstParts = Collections.unmodifiableMap(new LinkedHashMap<>(firstParts));
    }
}
