/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FieldMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of a facet: it counts documents of the index, not checked rows.
 *
 * @param others values of matches that are in no bucket
 * @param exact false if counts may be too low
 * @param metrics of a facet without buckets
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FacetAnswer(List<Bucket> buckets, long others, boolean exact, @Nullable MetricsAnswer metrics) {
    /** @param metrics by field, if any are requested */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Bucket(String key, long count, @Nullable Map<String, MetricsAnswer> metrics) {}

    /** Returns the facets in the order in which they were requested; null if none was requested. */
    public static @Nullable Map<String, FacetAnswer> of(
            IndexDefinition definition, List<FacetRequest> asked, Map<String, FacetResult> found) {
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
                                    .map(bucket -> new Bucket(
                                            bucket.key(), bucket.count(), metrics(definition, facet, bucket.metrics())))
                                    .toList(),
                            result.others(),
                            result.exact(),
                            facet instanceof FacetRequest.Metrics
                                    ? MetricsAnswer.of(
                                            definition,
                                            facet.field(),
                                            result.metrics().orElse(FieldMetrics.UNKNOWN))
                                    : null));
        }
        return answers;
    }

    private static @Nullable Map<String, MetricsAnswer> metrics(
            IndexDefinition definition, FacetRequest facet, Map<String, FieldMetrics> found) {
        if (facet.metrics().isEmpty()) {
            return null;
        }
        Map<String, MetricsAnswer> metrics = new LinkedHashMap<>();
        facet.metrics()
                .forEach(field -> metrics.put(
                        field, MetricsAnswer.of(definition, field, found.getOrDefault(field, FieldMetrics.UNKNOWN))));
        return metrics;
    }
}
