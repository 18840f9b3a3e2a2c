/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.NumericUtils;

/** Calculates the metrics of one search's facets, when their buckets are known. For one thread. */
final class FacetMetrics {
    private final IndexSearcher searcher;
    private final IndexDefinition definition;
    private final QueryTranslator translator;
    private final Query query;
    private final FacetBudget budget;
    private boolean ended;

    /** @param query without stubs */
    FacetMetrics(
            IndexSearcher searcher,
            IndexDefinition definition,
            QueryTranslator translator,
            Query query,
            FacetBudget budget) {
        this.searcher = searcher;
        this.definition = definition;
        this.translator = translator;
        this.query = query;
        this.budget = budget;
    }

    /** Measures all matches. */
    FacetResult ofMatches(FacetRequest.Metrics request) throws IOException {
        BucketMetrics metrics = new BucketMetrics(fields(request.name(), List.of(request.field())), 1, budget);
        collect(query, metrics.collector(DocBuckets.one(0)));
        return new FacetResult(metrics.result(0, isComplete()).get(request.field()), isComplete());
    }

    /** Returns the result with the metrics of its buckets. */
    FacetResult ofBuckets(FacetRequest request, FacetResult result) throws IOException {
        List<FacetResult.Bucket> buckets = result.buckets();
        BucketMetrics metrics = new BucketMetrics(fields(request.name(), request.metrics()), buckets.size(), budget);
        if (request instanceof FacetRequest.Ranges ranges) {
            for (int i = 0; i < buckets.size(); i++) {
                BooleanQuery both = new BooleanQuery.Builder()
                        .add(query, Occur.FILTER)
                        .add(translator.translate(ranges.buckets().get(i).range()), Occur.FILTER)
                        .build();
                collect(both, metrics.collector(DocBuckets.one(i)));
            }
        } else {
            collect(query, metrics.collector(docBuckets(request, buckets)));
        }
        List<FacetResult.Bucket> measured = new ArrayList<>();
        for (FacetResult.Bucket bucket : buckets) {
            measured.add(new FacetResult.Bucket(
                    bucket.key(), bucket.count(), metrics.result(measured.size(), result.exact() && isComplete())));
        }
        return new FacetResult(measured, result.others(), result.exact());
    }

    private Map<String, FieldType> fields(String facet, List<String> names) throws IOException {
        Map<String, FieldType> fields = new LinkedHashMap<>();
        for (String name : names) {
            FieldType type = SortKey.requireSortable(definition, name, "metrics of the facet " + facet);
            if (type == FieldType.KEYWORD || type == FieldType.BOOLEAN) {
                SortableIndex.require(searcher.getIndexReader(), definition.name(), name);
            }
            fields.put(name, type);
        }
        return fields;
    }

    private DocBuckets docBuckets(FacetRequest request, List<FacetResult.Bucket> buckets) {
        String field = request.field();
        if (request instanceof FacetRequest.DateHistogram histogram) {
            return DocBuckets.ofNumbers(field, Facets.starts(histogram), buckets, FacetMetrics::millis);
        }
        return switch (definition.field(field).orElseThrow().type()) {
            case KEYWORD, BOOLEAN -> DocBuckets.ofTerms(field, buckets);
            case INT, LONG -> numbers(field, buckets, Long::parseLong);
            case DATE -> numbers(field, buckets, FacetMetrics::millis);
            case FLOAT -> numbers(field, buckets, key -> NumericUtils.floatToSortableInt(Float.parseFloat(key)));
            case DOUBLE -> numbers(field, buckets, key -> NumericUtils.doubleToSortableLong(Double.parseDouble(key)));
            case TEXT, JSON, GEO_POINT -> throw new IllegalStateException("not to be counted: " + field);
        };
    }

    private static DocBuckets numbers(String field, List<FacetResult.Bucket> buckets, ToLongFunction<String> parse) {
        return DocBuckets.ofNumbers(field, LongUnaryOperator.identity(), buckets, parse);
    }

    private static long millis(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    private boolean isComplete() {
        return !ended && !searcher.timedOut();
    }

    private void collect(Query matches, Collector collector) throws IOException {
        try {
            if (!ended) {
                searcher.search(matches, new OnePass(collector));
            }
        } catch (ExitableDirectoryReader.ExitingReaderException e) {
            ended = true;
        }
    }

    /** Collects in one pass: the searcher has no threads, so there is one collector. */
    private record OnePass(Collector collector) implements CollectorManager<Collector, Boolean> {
        @Override
        public Collector newCollector() {
            return collector;
        }

        @Override
        public Boolean reduce(Collection<Collector> collectors) {
            return !collectors.isEmpty();
        }
    }
}
