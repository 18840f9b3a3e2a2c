/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.spi.FacetRequest;
import io.hbasesearch.core.spi.FacetResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a facet: it counts documents of the index, not checked rows.
 *
 * @param others values of matches that are in no bucket
 * @param exact false if counts may be too low
 */
public record FacetAnswer(List<Bucket> buckets, long others, boolean exact) {
    record Bucket(String key, long count) {}

    /** Returns the facets in the order in which they were requested; null if none was requested. */
    public static @Nullable Map<String, FacetAnswer> of(List<FacetRequest> asked, Map<String, FacetResult> found) {
        if (asked.isEmpty()) {
            return null;
        }
        Map<String, FacetAnswer> answers = new LinkedHashMap<>();
        for (FacetRequest facet : asked) {
            FacetResult result = found.getOrDefault(facet.name(), new FacetResult(List.of(), 0, false));
            answers.put(
                    facet.name(),
                    new FacetAnswer(
                            result.buckets().stream()
                                    .map(bucket -> new Bucket(bucket.key(), bucket.count()))
                                    .toList(),
                            result.others(),
                            result.exact()));
        }
        return answers;
    }
}
