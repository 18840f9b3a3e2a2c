/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetRequest.CalendarUnit;
import io.hbasesearch.core.spi.search.FacetRequest.Interval;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.NumericUtils;

/**
 * Counts the facets of one search: value facets in one pass over the matches, each range in a separate count. Metrics take another pass
 * over the matches for each facet that has them, when its buckets are known.
 */
public final class Facets {
    private final IndexSearcher searcher;
    private final IndexDefinition definition;
    private final QueryTranslator translator;
    private final Query query;
    private final FacetBudget budget;

    /** True if time ran out while the terms of the query were expanded. */
    private boolean ended;

    /** @param query without stubs */
    public Facets(
            IndexSearcher searcher,
            IndexDefinition definition,
            QueryTranslator translator,
            Query query,
            FacetBudget budget) {
        this.budget = budget;
        this.searcher = searcher;
        this.definition = definition;
        this.translator = translator;
        this.query = query;
    }

    public Map<String, FacetResult> count(List<FacetRequest> requests) throws IOException {
        Map<String, FacetCounter> counters = new LinkedHashMap<>();
        Map<String, FacetResult> results = new LinkedHashMap<>();
        for (FacetRequest request : requests) {
            if (request instanceof FacetRequest.Ranges ranges) {
                results.put(request.name(), ranges(ranges));
            } else if (!(request instanceof FacetRequest.Metrics)) {
                counters.put(request.name(), counter(request));
            }
        }
        if (!counters.isEmpty()) {
            try {
                searcher.search(query, new OnePass(counters.values()));
            } catch (ExitableDirectoryReader.ExitingReaderException e) {
                ended = true;
            }
            for (Map.Entry<String, FacetCounter> counter : counters.entrySet()) {
                results.put(counter.getKey(), counter.getValue().result(!ended && !searcher.timedOut()));
            }
        }
        FacetMetrics metrics = new FacetMetrics(searcher, definition, translator, query, budget);
        for (FacetRequest request : requests) {
            FacetResult result = results.get(request.name());
            if (request instanceof FacetRequest.Metrics measured) {
                results.put(request.name(), metrics.ofMatches(measured));
            } else if (result != null && !request.metrics().isEmpty()) {
                results.put(request.name(), metrics.ofBuckets(request, result));
            }
        }
        return results;
    }

    private FacetResult ranges(FacetRequest.Ranges request) throws IOException {
        List<FacetResult.Bucket> buckets = new ArrayList<>();
        for (FacetRequest.Ranges.Bucket bucket : request.buckets()) {
            BooleanQuery both = new BooleanQuery.Builder()
                    .add(query, Occur.FILTER)
                    .add(translator.translate(bucket.range()), Occur.FILTER)
                    .build();
            buckets.add(new FacetResult.Bucket(bucket.key(), count(both)));
        }
        return new FacetResult(buckets, 0, !ended && !searcher.timedOut());
    }

    private int count(Query matches) throws IOException {
        try {
            return ended ? 0 : searcher.count(matches);
        } catch (ExitableDirectoryReader.ExitingReaderException e) {
            ended = true;
            return 0;
        }
    }

    private FacetCounter counter(FacetRequest request) throws IOException {
        String field = request.field();
        FieldType type = SortKey.requireSortable(definition, field, "the facet " + request.name());
        if (request instanceof FacetRequest.DateHistogram histogram) {
            if (type != FieldType.DATE) {
                throw invalid("The facet " + request.name() + " requires a date field, but " + field + " is not one");
            }
            return NumberCounts.intervals(field, starts(histogram), FacetResult::time, budget);
        }
        return terms((FacetRequest.Terms) request, type);
    }

    /** Returns the function from an instant to the start of its interval, in milliseconds. */
    static LongUnaryOperator starts(FacetRequest.DateHistogram histogram) {
        return new DateIntervals(histogram.interval(), histogram.zone())::start;
    }

    private FacetCounter terms(FacetRequest.Terms request, FieldType type) throws IOException {
        if (!request.prefix().isEmpty() && type != FieldType.KEYWORD) {
            throw invalid("A prefix requires a keyword field, but " + request.field() + " is not one");
        }
        return switch (type) {
            case KEYWORD, BOOLEAN -> {
                SortableIndex.require(searcher.getIndexReader(), definition.name(), request.field());
                yield new TermCounts(request, budget);
            }
            case INT, LONG -> NumberCounts.values(request.field(), Long::toString, request.size(), budget);
            case DATE -> NumberCounts.values(request.field(), FacetResult::time, request.size(), budget);
            case FLOAT ->
                NumberCounts.values(
                        request.field(),
                        bits -> Float.toString(NumericUtils.sortableIntToFloat((int) bits)),
                        request.size(),
                        budget);
            case DOUBLE ->
                NumberCounts.values(
                        request.field(),
                        bits -> Double.toString(NumericUtils.sortableLongToDouble(bits)),
                        request.size(),
                        budget);
            case TEXT, JSON, GEO_POINT -> throw new IllegalStateException("not to be counted: " + request.field());
        };
    }

    private static HBaseSearchException invalid(String message) {
        return new HBaseSearchException(ErrorCode.QUERY_INVALID, message, null, null);
    }

    /** Collects in one pass: the searcher has no threads, so there is one collector. */
    private record OnePass(Collection<FacetCounter> counters) implements CollectorManager<Collector, Boolean> {
        @Override
        public Collector newCollector() {
            return new EachSegment(counters);
        }

        @Override
        public Boolean reduce(Collection<Collector> collectors) {
            return !collectors.isEmpty();
        }
    }

    private record EachSegment(Collection<FacetCounter> counters) implements Collector {
        @Override
        public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
            List<FacetCounter.Leaf> leaves = new ArrayList<>();
            for (FacetCounter counter : counters) {
                leaves.add(counter.leaf(context));
            }
            return new EachMatch(leaves);
        }

        @Override
        public ScoreMode scoreMode() {
            return ScoreMode.COMPLETE_NO_SCORES;
        }
    }

    /** Passes each match to all counters. */
    private record EachMatch(List<FacetCounter.Leaf> leaves) implements LeafCollector {
        @Override
        public void setScorer(Scorable scorer) {
            // Scores do not matter for counts.
        }

        @Override
        public void collect(int doc) throws IOException {
            for (FacetCounter.Leaf leaf : leaves) {
                leaf.count(doc);
            }
        }
    }

    /** Computes the interval of an instant as Elasticsearch does. All times in milliseconds since the epoch. Immutable. */
    private static final class DateIntervals {
        private static final int MONTHS_OF_A_QUARTER = 3;
        private static final long MILLIS = 1_000;

        private final Interval interval;
        private final ZoneId zone;

        /** @param zone without rules (a fixed offset) for intervals of a fixed length */
        DateIntervals(Interval interval, ZoneId zone) {
            this.interval = interval;
            this.zone = zone;
        }

        /** Returns the start of the interval of an instant. */
        long start(long millis) {
            if (interval instanceof Interval.Fixed fixed) {
                long length = fixed.length().toMillis();
                long offset = offset(millis);
                return Math.floorDiv(millis + offset, length) * length - offset;
            }
            return start(
                    ((Interval.Calendar) interval).unit(),
                    Instant.ofEpochMilli(millis).atZone(zone));
        }

        private long offset(long millis) {
            return zone.getRules().getOffset(Instant.ofEpochMilli(millis)).getTotalSeconds() * MILLIS;
        }

        private long start(CalendarUnit unit, ZonedDateTime time) {
            LocalDate day = time.toLocalDate();
            return switch (unit) {
                case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES).toInstant().toEpochMilli();
                case HOUR -> time.truncatedTo(ChronoUnit.HOURS).toInstant().toEpochMilli();
                case DAY -> midnight(day);
                case WEEK -> midnight(day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
                case MONTH -> midnight(day.withDayOfMonth(1));
                case QUARTER -> {
                    int month = (day.getMonthValue() - 1) / MONTHS_OF_A_QUARTER * MONTHS_OF_A_QUARTER + 1;
                    yield midnight(LocalDate.of(day.getYear(), month, 1));
                }
                case YEAR -> midnight(day.withDayOfYear(1));
            };
        }

        /** Returns midnight, or the first instant of the day if summer time starts then. */
        private long midnight(LocalDate day) {
            return day.atStartOfDay(zone).toInstant().toEpochMilli();
        }
    }
}
