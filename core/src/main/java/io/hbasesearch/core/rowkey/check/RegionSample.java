/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the sample of one region showed.
 *
 * @param keys that were looked at
 * @param unfit of them
 * @param bytes that the region holds; 0 if not known
 * @param writes that it took since it was opened; 0 if not known
 * @param firstBytes keys by their first byte
 * @param firstParts keys that fit by what they begin with
 */
public record RegionSample(
        long keys, long unfit, long bytes, long writes, Map<Integer, Long> firstBytes, Map<String, Long> firstParts) {
    public RegionSample {
        firstBytes = Collections.unmodifiableMap(new LinkedHashMap<>(firstBytes));
        firstParts = Collections.unmodifiableMap(new LinkedHashMap<>(firstParts));
    }
}
