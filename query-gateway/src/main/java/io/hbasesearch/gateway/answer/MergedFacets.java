/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.spi.search.FacetRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up the facets of several indexes. Stateless. */
public final class MergedFacets {
    private MergedFacets() {}

    /**
     * Adds up the results of one facet.
     *
     * @param type of its field in every index
     * @param some of some of the indexes
     * @param all whether these are all indexes
     */
    public static FacetAnswer of(FacetRequest asked, FieldType type, List<FacetAnswer> some, boolean all) {
        Map<String, Long> counts = new LinkedHashMap<>();
        some.forEach(facet -> facet.buckets().forEach(bucket -> counts.merge(bucket.key(), bucket.count(), Long::sum)));
        List<FacetAnswer.Bucket> buckets = new ArrayList<>();
        counts.forEach((key, count) -> buckets.add(new FacetAnswer.Bucket(key, count, null)));
        long others = some.stream().mapToLong(FacetAnswer::others).sum();
        boolean exact = all && some.stream().allMatch(FacetAnswer::exact);
        if (asked instanceof FacetRequest.Terms terms) {
            // An index may have counted a value that is among the first of another one only.
            exact &= some.size() == 1 || others == 0;
            buckets.sort(Comparator.comparing(FacetAnswer.Bucket::count)
                    .reversed()
                    .thenComparing(FacetAnswer.Bucket::key, byValue(type)));
            List<FacetAnswer.Bucket> rest = buckets.subList(Math.min(terms.size(), buckets.size()), buckets.size());
            others += rest.stream().mapToLong(FacetAnswer.Bucket::count).sum();
            rest.clear();
        } else if (asked instanceof FacetRequest.DateHistogram) {
            buckets.sort(Comparator.comparing(FacetAnswer.Bucket::key, byValue(FieldType.DATE)));
        }
        return new FacetAnswer(List.copyOf(buckets), others, exact, null);
    }

    /** Compares values in the form of queries. */
    private static Comparator<String> byValue(FieldType type) {
        return switch (type) {
            case INT, LONG -> Comparator.comparing(BigDecimal::new);
            case FLOAT, DOUBLE -> Comparator.comparingDouble(Double::parseDouble);
            case DATE -> Comparator.comparing(Instant::parse);
            case KEYWORD, BOOLEAN, TEXT, JSON, GEO_POINT -> Comparator.comparing(ByteArray::utf8);
        };
    }
}
