/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.aggregations.Aggregate;
import co.elastic.clients.elasticsearch._types.aggregations.Aggregation;
import co.elastic.clients.elasticsearch._types.aggregations.LongTermsBucket;
import co.elastic.clients.elasticsearch._types.aggregations.StatsAggregate;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FieldMetrics;
import io.hbasesearch.core.spi.search.SortKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Translates the metrics of a facet into aggregations within its buckets, and reads the results. Immutable. */
final class Metrics {
    /** Elasticsearch's highest. Up to this number it keeps hashes of 25 bits, and beyond it an estimate. */
    private static final int PRECISION = 40_000;

    /** Up to this number two values hardly ever have the same 25 bits. */
    private static final int MOST_EXACT = 1_000;

    private static final String VALUES = "values";
    private static final String DISTINCT = "distinct";

    private final IndexDefinition definition;

    Metrics(IndexDefinition definition) {
        this.definition = definition;
    }

    /** Returns the fields that are measured in each bucket. */
    private static List<String> fields(FacetRequest request) {
        return request instanceof FacetRequest.Metrics metrics ? List.of(metrics.field()) : request.metrics();
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException QUERY_INVALID for a field that cannot be measured */
    Map<String, Aggregation> aggregations(FacetRequest request) {
        Map<String, Aggregation> aggregations = new LinkedHashMap<>();
        int at = 0;
        for (String field : fields(request)) {
            FieldType type = SortKey.requireSortable(definition, field, "metrics of the facet " + request.name());
            aggregations.put(VALUES + at, values(field, type));
            if (type != FieldType.BOOLEAN) {
                aggregations.put(
                        DISTINCT + at,
                        Aggregation.of(a -> a.cardinality(c -> c.field(field).precisionThreshold(PRECISION))));
            }
            at++;
        }
        return aggregations;
    }

    private static Aggregation values(String field, FieldType type) {
        return switch (type) {
            case INT, LONG, FLOAT, DOUBLE, DATE -> Aggregation.of(a -> a.stats(s -> s.field(field)));
            case KEYWORD -> Aggregation.of(a -> a.valueCount(v -> v.field(field)));
            // Equal values of a document count once, as they do for keywords, where Elasticsearch keeps one of them.
            case BOOLEAN -> Aggregation.of(a -> a.terms(t -> t.field(field).size(2)));
            case TEXT, JSON, GEO_POINT -> throw new IllegalStateException("not to be measured: " + field);
        };
    }

    /**
     * Reads the metrics of one bucket by their fields.
     *
     * @param complete whether every match was seen
     */
    Map<String, FieldMetrics> results(FacetRequest request, Map<String, Aggregate> found, boolean complete) {
        Map<String, FieldMetrics> metrics = new LinkedHashMap<>();
        for (String field : fields(request)) {
            int at = metrics.size();
            Aggregate values = found.get(VALUES + at);
            Aggregate distinct = found.get(DISTINCT + at);
            metrics.put(field, result(definition.field(field).orElseThrow().type(), values, distinct, complete));
        }
        return metrics;
    }

    private static FieldMetrics result(
            FieldType type, @Nullable Aggregate values, @Nullable Aggregate distinct, boolean complete) {
        if (values == null) {
            return FieldMetrics.UNKNOWN;
        }
        if (type == FieldType.BOOLEAN) {
            return ofBooleans(values, complete);
        }
        long different = distinct == null ? 0 : distinct.cardinality().value();
        boolean exact = complete && different <= MOST_EXACT;
        OptionalDouble none = OptionalDouble.empty();
        if (type == FieldType.KEYWORD) {
            return new FieldMetrics((long) values.valueCount().value(), none, none, none, different, exact);
        }
        StatsAggregate stats = values.stats();
        return stats.count() == 0
                ? new FieldMetrics(0, none, none, none, 0, complete)
                : new FieldMetrics(
                        stats.count(),
                        OptionalDouble.of(stats.min()),
                        OptionalDouble.of(stats.max()),
                        type == FieldType.DATE ? none : OptionalDouble.of(stats.sum()),
                        different,
                        exact);
    }

    private static FieldMetrics ofBooleans(Aggregate values, boolean complete) {
        List<LongTermsBucket> buckets =
                values.isLterms() ? values.lterms().buckets().array() : List.of();
        return new FieldMetrics(
                buckets.stream().mapToLong(LongTermsBucket::docCount).sum(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                buckets.size(),
                complete);
    }
}
