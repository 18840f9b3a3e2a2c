/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.Keys;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.rows.BoundedRead;
import io.hbasesearch.gateway.rows.RowFetcher;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells which clauses of a query a row matches as it is now, and in which fields. Safe for use by several threads. */
public final class RowExplainer {
    private static final int MOST_CLAUSES = 100;

    private final RowFetcher fetcher;
    private final HitMatcher matcher;

    public RowExplainer(RowFetcher fetcher, HitMatcher matcher) {
        this.fetcher = fetcher;
        this.matcher = matcher;
    }

    /**
     * Answers why a row is found, or is not.
     *
     * @param matches whether the row matches all of the query; absent if that cannot be told here
     * @param unmappable why no clause was examined: the row does not fit the definition
     * @param clauses the first of the query and its filters
     * @param notes say what was not examined
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Explanation(
            String index,
            String key,
            @Nullable Boolean matches,
            @Nullable String unmappable,
            List<Clause> clauses,
            List<String> notes,
            AsOf asOf) {}

    /**
     * Tells whether the row matches a clause, and in which fields.
     *
     * @param occurs {@code must}, {@code should}, {@code must_not}, {@code filter} or {@code synonym}
     * @param matches absent if only the index knows
     * @param fields in which the row matches
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Clause(String clause, String occurs, @Nullable Boolean matches, List<String> fields) {}

    /** @throws ProblemException 400 if key or query cannot be read; 404 if there is no such row */
    public Explanation explain(
            SearchableIndex index, String key, SearchParameters parameters, RequestDeadline deadline) {
        RowKey row = Keys.parse(key, parameters.presentation().keyFormat());
        Instant now = Instant.now();
        SearchQuery query = SearchQuery.of(parameters, index, now);
        MappedRow mapped = read(index.definition(), row, deadline);
        List<String> notes = new ArrayList<>(query.notes());
        String shown = parameters.presentation().keyFormat().format(row);
        String name = index.definition().name();
        if (mapped.unmappable() != null) {
            return new Explanation(name, shown, false, mapped.unmappable(), List.of(), notes, AsOf.table(now));
        }
        Optional<String> objection = matcher.objection(index, query);
        objection.ifPresent(why -> notes.add("whether the row matches is known to the index only: " + why));
        Boolean matches =
                objection.isPresent() ? null : matcher.of(index, query).test(mapped.document());
        List<Clause> clauses = clauses(index, query, mapped.document(), deadline, notes);
        return new Explanation(name, shown, matches, null, clauses, notes, AsOf.table(now));
    }

    private MappedRow read(IndexDefinition definition, RowKey key, RequestDeadline deadline) {
        BoundedRead wanted = BoundedRead.ofRows(definition, Optional.empty(), BoundedRead.MOST_OF_HIT);
        Row row = fetcher.fetch(definition, wanted, List.of(key), deadline).get(0);
        if (row.isEmpty()) {
            throw new ProblemException(ProblemDocument.of(
                    404,
                    ErrorCode.NOT_FOUND,
                    "the table " + definition.table() + " has no row with this key",
                    "Use keyFormat= to choose another format of the key."));
        }
        return RowFetcher.mapping(definition, new RowMapper(definition)).map(row);
    }

    private List<Clause> clauses(
            SearchableIndex index, SearchQuery query, Document document, RequestDeadline deadline, List<String> notes) {
        List<QueryClauses.Clause> all = new ArrayList<>(QueryClauses.of(query.query(), "must"));
        query.filters().forEach(filter -> all.addAll(QueryClauses.of(filter, "filter")));
        List<Clause> examined = new ArrayList<>();
        for (QueryClauses.Clause clause : all) {
            if (examined.size() == MOST_CLAUSES || deadline.passed()) {
                notes.add("only the first " + examined.size() + " of " + all.size() + " clauses were examined");
                return examined;
            }
            examined.add(examined(index, clause, document, deadline));
        }
        return examined;
    }

    private Clause examined(
            SearchableIndex index, QueryClauses.Clause clause, Document document, RequestDeadline deadline) {
        Optional<Boolean> matches = test(index, clause.query(), document);
        List<String> fields = matches.orElse(false)
                ? clause.ofFields().stream()
                        .filter(each -> clause.ofFields().size() == 1
                                || (!deadline.passed()
                                        && test(index, each.query(), document).orElse(false)))
                        .map(QueryClauses.OfField::field)
                        .toList()
                : List.of();
        return new Clause(clause.text(), clause.occurs(), matches.orElse(null), fields);
    }

    private Optional<Boolean> test(SearchableIndex index, Query query, Document document) {
        Optional<Predicate<Document>> known = matcher.of(index, query);
        return known.map(each -> each.test(document));
    }
}
