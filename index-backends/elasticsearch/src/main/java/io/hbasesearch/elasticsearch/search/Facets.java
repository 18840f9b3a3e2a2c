/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.Time;
import co.elastic.clients.elasticsearch._types.aggregations.Aggregate;
import co.elastic.clients.elasticsearch._types.aggregations.Aggregation;
import co.elastic.clients.elasticsearch._types.aggregations.CalendarInterval;
import co.elastic.clients.elasticsearch._types.aggregations.DateHistogramAggregation;
import co.elastic.clients.elasticsearch._types.aggregations.DateHistogramBucket;
import co.elastic.clients.elasticsearch._types.aggregations.FiltersBucket;
import co.elastic.clients.elasticsearch._types.aggregations.MultiBucketBase;
import co.elastic.clients.elasticsearch._types.aggregations.TermsAggregateBase;
import co.elastic.clients.elasticsearch._types.aggregations.TermsAggregation;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.util.ObjectBuilder;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetRequest.CalendarUnit;
import io.hbasesearch.core.spi.search.FacetRequest.Interval;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.FieldMetrics;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.text.CaseFolding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates facets into Elasticsearch's aggregations, and reads the results. Immutable. */
final class Facets {
    /** More intervals than anyone can draw; Elasticsearch rejects many more than this. */
    private static final int MAX_INTERVALS = 10_000;

    private final IndexDefinition definition;
    private final QueryTranslator queries;
    private final Metrics metrics;

    Facets(IndexDefinition definition, QueryTranslator queries) {
        this.definition = definition;
        this.queries = queries;
        this.metrics = new Metrics(definition);
    }

    /** @throws HBaseSearchException QUERY_INVALID if a field does not fit its facet */
    Map<String, Aggregation> aggregations(List<FacetRequest> requests) {
        Map<String, Aggregation> aggregations = new LinkedHashMap<>();
        // Callers choose the names, and Elasticsearch does not allow every character in them.
        for (int i = 0; i < requests.size(); i++) {
            aggregations.put(name(i), aggregation(requests.get(i)));
        }
        return aggregations;
    }

    private static String name(int facet) {
        return "facet" + facet;
    }

    private ObjectBuilder<Aggregation> measured(
            FacetRequest request, Aggregation.Builder.ContainerBuilder aggregation) {
        Map<String, Aggregation> each = metrics.aggregations(request);
        return each.isEmpty() ? aggregation : aggregation.aggregations(each);
    }

    private Aggregation aggregation(FacetRequest request) {
        if (request instanceof FacetRequest.Metrics) {
            return Aggregation.of(a -> measured(request, a.filter(f -> f.matchAll(m -> m))));
        }
        if (request instanceof FacetRequest.Ranges ranges) {
            return ranges(ranges);
        }
        FieldType type = SortKey.requireSortable(definition, request.field(), "the facet " + request.name());
        if (request instanceof FacetRequest.DateHistogram histogram) {
            if (type != FieldType.DATE) {
                throw invalid("The facet " + request.name() + " requires a date field, but " + request.field()
                        + " is not one");
            }
            return histogram(histogram);
        }
        return terms((FacetRequest.Terms) request, type);
    }

    private Aggregation terms(FacetRequest.Terms request, FieldType type) {
        if (!request.prefix().isEmpty() && type != FieldType.KEYWORD) {
            throw invalid("A prefix requires a keyword field, but " + request.field() + " is not one");
        }
        TermsAggregation.Builder terms =
                new TermsAggregation.Builder().field(request.field()).size(request.size());
        if (!request.prefix().isEmpty()) {
            terms.include(i -> i.regexp(
                    request.anyCase() ? CaseFolding.prefixPattern(request.prefix()) : beginning(request.prefix())));
        }
        return Aggregation.of(a -> measured(request, a.terms(terms.build())));
    }

    /** Escapes everything except letters and digits, because it may have a meaning in a regular expression. */
    static String beginning(String prefix) {
        StringBuilder pattern = new StringBuilder(prefix.length() * 2);
        prefix.codePoints().forEach(c -> {
            if (!Character.isLetterOrDigit(c)) {
                pattern.append('\\');
            }
            pattern.appendCodePoint(c);
        });
        return pattern.append(".*").toString();
    }

    /** Counts with queries, which match exactly as searches do; Elasticsearch's own ranges are made of doubles. */
    private Aggregation ranges(FacetRequest.Ranges request) {
        Map<String, Query> filters = new LinkedHashMap<>();
        for (int i = 0; i < request.buckets().size(); i++) {
            filters.put(name(i), queries.translate(request.buckets().get(i).range()));
        }
        return Aggregation.of(a -> measured(request, a.filters(f -> f.filters(b -> b.keyed(filters)))));
    }

    private Aggregation histogram(FacetRequest.DateHistogram request) {
        DateHistogramAggregation.Builder histogram = new DateHistogramAggregation.Builder()
                .field(request.field())
                .minDocCount(1)
                .timeZone(request.zone().getId());
        if (request.interval() instanceof Interval.Fixed fixed) {
            histogram.fixedInterval(Time.of(t -> t.time(fixed.length().toMillis() + "ms")));
        } else if (request.interval() instanceof Interval.Calendar calendar) {
            histogram.calendarInterval(calendarInterval(calendar.unit()));
        }
        return Aggregation.of(a -> measured(request, a.dateHistogram(histogram.build())));
    }

    private static CalendarInterval calendarInterval(CalendarUnit unit) {
        return switch (unit) {
            case MINUTE -> CalendarInterval.Minute;
            case HOUR -> CalendarInterval.Hour;
            case DAY -> CalendarInterval.Day;
            case WEEK -> CalendarInterval.Week;
            case MONTH -> CalendarInterval.Month;
            case QUARTER -> CalendarInterval.Quarter;
            case YEAR -> CalendarInterval.Year;
        };
    }

    /** @param complete whether every match was seen */
    Map<String, FacetResult> results(List<FacetRequest> requests, Map<String, Aggregate> aggregates, boolean complete) {
        Map<String, FacetResult> results = new LinkedHashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            Aggregate aggregate = aggregates.get(name(i));
            FacetRequest request = requests.get(i);
            results.put(
                    request.name(),
                    aggregate == null ? new FacetResult(List.of(), 0, false) : result(request, aggregate, complete));
        }
        return results;
    }

    private FacetResult result(FacetRequest request, Aggregate aggregate, boolean complete) {
        if (request instanceof FacetRequest.Ranges ranges) {
            return ranges(ranges, aggregate.filters().buckets().keyed(), complete);
        }
        if (request instanceof FacetRequest.Metrics measured) {
            Map<String, FieldMetrics> found =
                    metrics.results(request, aggregate.filter().aggregations(), complete);
            return new FacetResult(found.getOrDefault(measured.field(), FieldMetrics.UNKNOWN), complete);
        }
        if (request instanceof FacetRequest.DateHistogram) {
            return histogram(request, aggregate.dateHistogram().buckets().array(), complete);
        }
        List<FacetResult.Bucket> buckets = new ArrayList<>();
        TermsAggregateBase<?> terms = terms(request, aggregate, buckets, complete);
        boolean exact = complete && zeroIfNull(terms.docCountErrorUpperBound()) == 0;
        return new FacetResult(buckets, zeroIfNull(terms.sumOtherDocCount()), exact);
    }

    private TermsAggregateBase<?> terms(
            FacetRequest request, Aggregate aggregate, List<FacetResult.Bucket> buckets, boolean complete) {
        FieldType type = definition.field(request.field()).orElseThrow().type();
        if (aggregate.isSterms()) {
            aggregate
                    .sterms()
                    .buckets()
                    .array()
                    .forEach(b -> buckets.add(bucket(request, b.key().stringValue(), b, complete)));
            return aggregate.sterms();
        }
        if (aggregate.isLterms()) {
            aggregate
                    .lterms()
                    .buckets()
                    .array()
                    .forEach(b -> buckets.add(bucket(request, whole(type, b.key()), b, complete)));
            return aggregate.lterms();
        }
        aggregate
                .dterms()
                .buckets()
                .array()
                .forEach(b -> buckets.add(bucket(request, fraction(type, b.key()), b, complete)));
        return aggregate.dterms();
    }

    private FacetResult.Bucket bucket(FacetRequest request, String key, MultiBucketBase found, boolean complete) {
        return new FacetResult.Bucket(key, found.docCount(), metrics.results(request, found.aggregations(), complete));
    }

    private static String whole(FieldType type, long key) {
        return switch (type) {
            case BOOLEAN -> Boolean.toString(key != 0);
            case DATE -> FacetResult.time(key);
            case INT, LONG, FLOAT, DOUBLE, KEYWORD, TEXT, JSON, GEO_POINT -> Long.toString(key);
        };
    }

    private static String fraction(FieldType type, double key) {
        return type == FieldType.FLOAT ? Float.toString((float) key) : Double.toString(key);
    }

    private FacetResult ranges(FacetRequest.Ranges request, Map<String, FiltersBucket> found, boolean complete) {
        List<FacetResult.Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < request.buckets().size(); i++) {
            buckets.add(bucket(request, request.buckets().get(i).key(), found.get(name(i)), complete));
        }
        return new FacetResult(buckets, 0, complete);
    }

    private FacetResult histogram(FacetRequest request, List<DateHistogramBucket> found, boolean complete) {
        if (found.size() > MAX_INTERVALS) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "The facet over " + request.field() + " has more than " + MAX_INTERVALS + " different values",
                    "Use ranges, a longer interval, or a more selective query.",
                    null);
        }
        return new FacetResult(
                found.stream()
                        .map(bucket -> bucket(request, FacetResult.time(bucket.key()), bucket, complete))
                        .toList(),
                0,
                complete);
    }

    private static long zeroIfNull(@Nullable Long count) {
        return count == null ? 0 : count;
    }

    private static HBaseSearchException invalid(String message) {
        return new HBaseSearchException(ErrorCode.QUERY_INVALID, message, null, null);
    }
}
