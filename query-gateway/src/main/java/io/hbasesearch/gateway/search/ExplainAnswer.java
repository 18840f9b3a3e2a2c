/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.query.explain.QueryText;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.plan.QueryPlan;
import io.hbasesearch.gateway.request.KeyFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Explains how a query would be answered. Reads no data. The JSON object is flat: those of the groups stand in it.
 *
 * @param plan {@code search} or {@code table}
 * @param reason why this plan was chosen
 * @param degraded the backend that is skipped because it cannot be reached
 */
record ExplainAnswer(
        String index,
        String plan,
        @JsonUnwrapped Path path,
        String reason,
        List<String> degraded,
        @JsonUnwrapped Parsed parsed,
        AsOf asOf) {
    private static final int SHOWN = 100;

    /**
     * The reads.
     *
     * @param path {@code search}, {@code get}, {@code multi-get} or {@code scan}
     * @param keys first keys that would be read; absent unless the path consists of gets
     * @param ranges first ranges that would be scanned; absent unless the path is a scan
     * @param count number of keys or ranges
     * @param patterns number of patterns that keys of the ranges must match
     * @param residual conditions that are checked on each row, because keys do not decide them
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Path(
            String path,
            @Nullable List<String> keys,
            @Nullable List<Range> ranges,
            int count,
            int patterns,
            List<String> residual) {
        static Path of(AccessPath path, KeyFormat format) {
            AccessPath.Gets gets = path instanceof AccessPath.Gets some ? some : null;
            AccessPath.Scan scan = path instanceof AccessPath.Scan some ? some : null;
            return new Path(
                    name(path),
                    gets == null
                            ? null
                            : gets.keys().stream()
                                    .limit(SHOWN)
                                    .map(format::format)
                                    .toList(),
                    scan == null
                            ? null
                            : scan.ranges().stream()
                                    .limit(SHOWN)
                                    .map(range -> new Range(bound(range.start(), format), bound(range.stop(), format)))
                                    .toList(),
                    gets != null
                            ? gets.keys().size()
                            : scan != null ? scan.ranges().size() : 0,
                    scan == null ? 0 : scan.fuzzy().size(),
                    ExplainAnswer.residual(path));
        }
    }

    /**
     * The parsed query and filters in readable form.
     *
     * @param synonyms what is searched for beside the words of the query, as in {@code car: automobile}; absent if there is nothing
     * @param notes say where the parser read them differently from what their author may mean; absent if there are none
     * @param scoring absent if the table answers, or the order of hits does not depend on scores
     */
    record Parsed(
            String query,
            List<String> filters,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> synonyms,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Scores scoring) {}

    /**
     * Describes how the index scores a row: it adds up the scores of the query's words and of the clauses, and multiplies the sum by 1 + the
     * sum of the functions.
     *
     * @param clauses that only score, in readable form
     */
    record Scores(float tie, List<Map<String, Object>> functions, List<String> clauses) {
        static Scores of(SearchQuery query) {
            Scoring scoring = query.ranked().scoring().scoring();
            return new Scores(
                    scoring.tie(),
                    scoring.functions().stream().map(ScoreFunction::written).toList(),
                    Ranking.clauses(query.query(), query.ranked().query()).stream()
                            .map(QueryText::of)
                            .toList());
        }
    }

    /** From {@code start} (inclusive) to {@code stop} (exclusive); absent for open ends. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Range(@Nullable String start, @Nullable String stop) {}

    static ExplainAnswer of(
            SearchableIndex index, SearchQuery query, PlanChoice.Chosen chosen, KeyFormat format, AsOf asOf) {
        QueryPlan plan = chosen.plan();
        AccessPath path = plan instanceof QueryPlan.Table table ? table.path() : new AccessPath.None(plan.reason());
        return new ExplainAnswer(
                index.definition().name(),
                SearchService.plan(plan),
                Path.of(path, format),
                plan.reason(),
                chosen.instead().stream().toList(),
                new Parsed(
                        QueryText.of(query.query()),
                        query.filters().stream().map(QueryText::of).toList(),
                        query.all().stream()
                                .flatMap(each -> Synonyms.described(each).stream())
                                .distinct()
                                .toList(),
                        query.notes(),
                        plan instanceof QueryPlan.Search && query.isByScore() ? Scores.of(query) : null),
                asOf);
    }

    private static @Nullable String bound(ByteArray key, KeyFormat format) {
        return key.isEmpty() ? null : format.format(new RowKey(key));
    }

    private static String name(AccessPath path) {
        if (path instanceof AccessPath.Gets gets) {
            return gets.keys().size() == 1 ? "get" : "multi-get";
        }
        return path instanceof AccessPath.Scan ? "scan" : "search";
    }

    private static List<String> residual(AccessPath path) {
        List<Predicate> residual = path instanceof AccessPath.Gets gets
                ? gets.residual()
                : path instanceof AccessPath.Scan scan ? scan.residual() : List.of();
        return residual.stream().map(ConditionText::of).toList();
    }
}
