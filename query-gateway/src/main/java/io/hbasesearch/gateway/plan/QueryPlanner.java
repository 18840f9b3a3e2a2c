/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.spi.search.SortKey;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Decides whether the table or the index answers a query. The table can answer if the query determines how the keys of its rows begin and
 * needs no analyzer. It then returns rows in the order of their keys, which is also the order of a search in which all scores are equal.
 * Immutable, for any thread.
 */
public final class QueryPlanner {
    private final IndexDefinition definition;
    private final ExactMatcher matcher;

    public QueryPlanner(IndexDefinition definition) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.matcher = new ExactMatcher(definition);
    }

    /**
     * Plans a query.
     *
     * @param sort with the row at its end
     * @return for {@link PlanMode#TABLE} a search if the table cannot answer, with the reason; a caller that insists must reject the query
     */
    public QueryPlan plan(Query query, List<Query> filters, List<SortKey> sort, PlanMode mode) {
        if (mode == PlanMode.SEARCH) {
            return new QueryPlan.Search("the request has plan=search");
        }
        Query matching = Query.unboosted(query);
        QueryPlan possible = table(matching, Query.unboosted(filters), sort);
        if (mode == PlanMode.TABLE
                || !(possible instanceof QueryPlan.Table table)
                || onlyByKey(matching, filters).isPresent()) {
            return possible;
        }
        if (!table.sameOrder()) {
            return new QueryPlan.Search(
                    "the request orders rows by relevance, but the table orders them by key; plan=table accepts"
                            + " key order (" + table.reason() + ")");
        }
        if (table.path() instanceof AccessPath.Scan && !isAnswered(table, matching, Query.unboosted(filters))) {
            return new QueryPlan.Search(
                    "row keys cover only a part of the query, so a scan might read many rows that do not match;"
                            + " plan=table scans (" + table.reason() + ")");
        }
        return table;
    }

    /** Tells whether the index gives every row that matches the same score. */
    public boolean scoresAlike(Query query) {
        return Conjunction.scoresAlike(Query.unboosted(query), definition);
    }

    /** Returns a field whose values the query finds by their ends although the index does not have them reversed. */
    public Optional<String> onlyByKey(Query query, List<Query> filters) {
        return Stream.concat(Stream.of(query), filters.stream())
                .flatMap(this::unreversed)
                .findFirst();
    }

    private Stream<String> unreversed(Query query) {
        if (query instanceof Query.Bool bool) {
            return Stream.of(bool.must(), bool.should(), bool.mustNot(), bool.filter())
                    .flatMap(List::stream)
                    .flatMap(this::unreversed);
        }
        if (query instanceof Query.Boost boost) {
            return unreversed(boost.query());
        }
        return query instanceof Query.Suffix suffix
                ? suffix.fields().stream().filter(field -> definition
                        .field(field)
                        .filter(FieldMapping::reversed)
                        .isEmpty())
                : Stream.empty();
    }

    /** Tells whether every row of the path matches, whatever it contains. */
    private boolean isAnswered(QueryPlan.Table table, Query query, List<Query> filters) {
        List<Query> clauses = Conjunction.of(query, filters).clauses();
        if (wholeKey(clauses).isPresent()) {
            return clauses.size() == 1;
        }
        return table.path() instanceof AccessPath.Scan scan
                && scan.residual().isEmpty()
                && predicates(clauses).size() == clauses.size();
    }

    private QueryPlan table(Query query, List<Query> filters, List<SortKey> sort) {
        if (definition.cells().isPresent()) {
            return new QueryPlan.Search("the index finds cells, and only the index knows which ones match");
        }
        Optional<String> objection = matcher.objection(query).or(() -> matcher.objection(filters));
        if (objection.isPresent()) {
            return new QueryPlan.Search(objection.get());
        }
        List<Query> clauses = Conjunction.of(query, filters).clauses();
        if (clauses.isEmpty()) {
            return new QueryPlan.Search("the query matches every row");
        }
        AccessPath path = path(clauses);
        if (path instanceof AccessPath.None none) {
            return new QueryPlan.Search(none.reason());
        }
        boolean sameOrder = new RowKeyOrder(definition).fits(path, query, sort);
        if (!sameOrder && !sort.equals(SortKey.byScore())) {
            return new QueryPlan.Search("the table has rows in key order, but the request has another order");
        }
        return new QueryPlan.Table(
                path,
                sameOrder,
                (path instanceof AccessPath.Gets || wholeKey(clauses).isPresent()
                                ? "the query determines the row key"
                                : "the query determines how the row keys begin")
                        + widened(path));
    }

    private static String widened(AccessPath path) {
        return path instanceof AccessPath.Scan scan
                ? scan.widened().map(why -> "; " + why).orElse("")
                : "";
    }

    /** Returns the best path: keys are better than ranges, wherever in the query they are. */
    private AccessPath path(List<Query> clauses) {
        List<AccessPath> paths = new ArrayList<>();
        wholeKey(clauses).ifPresent(paths::add);
        clauses.stream().map(this::keysOfEach).flatMap(Optional::stream).forEach(paths::add);
        paths.add(byParts(clauses));
        clauses.stream().map(this::rangesOfEach).flatMap(Optional::stream).forEach(paths::add);
        return first(paths, AccessPath.Gets.class)
                .or(() -> first(paths, AccessPath.Scan.class))
                .orElse(paths.get(0));
    }

    private static Optional<AccessPath> first(List<AccessPath> paths, Class<? extends AccessPath> kind) {
        return paths.stream().filter(kind::isInstance).findFirst();
    }

    /** Returns the ranges of a clause whose alternatives each determine how keys begin; empty for any other clause. */
    private Optional<AccessPath> rangesOfEach(Query clause) {
        if (!(clause instanceof Query.Bool bool) || !isOneOf(bool)) {
            return Optional.empty();
        }
        List<AccessPath.Scan> scans = new ArrayList<>();
        for (Query each : bool.should()) {
            List<Query> clauses = Conjunction.of(each, List.of()).clauses();
            Optional<AccessPath.Scan> scan = clauses.isEmpty() ? Optional.empty() : scan(path(clauses));
            if (scan.isEmpty()) {
                return Optional.empty();
            }
            scans.add(scan.get());
        }
        return Optional.of(AccessPath.Scan.union(scans))
                .filter(scan -> scan.ranges().size() <= KeyPlanner.DEFAULT_LIMIT)
                .map(AccessPath.class::cast);
    }

    /** Returns the path as a scan, in which each key is a range; empty if there is no path. */
    private static Optional<AccessPath.Scan> scan(AccessPath path) {
        if (path instanceof AccessPath.Gets gets) {
            List<KeyRange> ranges = gets.keys().stream()
                    .map(key -> new KeyRange(key.bytes(), KeyBytes.behind(key.bytes())))
                    .toList();
            return Optional.of(new AccessPath.Scan(ranges, List.of(), List.of(), List.of()));
        }
        return path instanceof AccessPath.Scan scan ? Optional.of(scan) : Optional.empty();
    }

    /** Returns the keys of a clause whose alternatives each determine whole keys; empty for any other clause. */
    private Optional<AccessPath> keysOfEach(Query clause) {
        if (!(clause instanceof Query.Bool bool) || !isOneOf(bool)) {
            return Optional.empty();
        }
        Set<RowKey> keys = new TreeSet<>();
        for (Query each : bool.should()) {
            List<Query> clauses = Conjunction.of(each, List.of()).clauses();
            if (clauses.isEmpty() || !(path(clauses) instanceof AccessPath.Gets gets)) {
                return Optional.empty();
            }
            keys.addAll(gets.keys());
        }
        return keys.size() > KeyPlanner.DEFAULT_LIMIT
                ? Optional.empty()
                : Optional.of(new AccessPath.Gets(List.copyOf(keys), List.of()));
    }

    private static boolean isOneOf(Query.Bool bool) {
        return bool.must().isEmpty()
                && bool.mustNot().isEmpty()
                && bool.filter().isEmpty()
                && !bool.should().isEmpty()
                && bool.minimum() == 1;
    }

    private AccessPath byParts(List<Query> clauses) {
        if (spec().isEmpty()) {
            return new AccessPath.None(
                    "the query does not determine the row key, and the index definition does not declare the parts of row keys");
        }
        List<Predicate> predicates = predicates(clauses);
        if (predicates.isEmpty()) {
            return new AccessPath.None(
                    "no clause of the query is about a field of the row key alone, or it only excludes");
        }
        try {
            return new KeyPlanner(spec().get()).plan(predicates);
        } catch (IllegalArgumentException e) {
            return new AccessPath.None("a value cannot be encoded in a row key");
        }
    }

    private Optional<RowKeySpec> spec() {
        return definition.rowKey().map(RowKeyDeclaration::spec);
    }

    private List<Predicate> predicates(List<Query> clauses) {
        return spec().map(spec -> new KeyPredicates(definition, spec))
                .map(keys ->
                        clauses.stream().map(keys::of).flatMap(Optional::stream).toList())
                .orElse(List.of());
    }

    /** Returns the path of the first clause that determines the whole key, if there is one. */
    private Optional<AccessPath> wholeKey(List<Query> clauses) {
        return clauses.stream().map(this::wholeKey).flatMap(Optional::stream).findFirst();
    }

    private Optional<AccessPath> wholeKey(Query clause) {
        if (clause instanceof Query.Word word && isWholeKey(word.fields())) {
            return Optional.of(new AccessPath.Gets(key(word.text()).stream().toList(), List.of()));
        }
        if (clause instanceof Query.Phrase phrase && isWholeKey(phrase.fields())) {
            return Optional.of(new AccessPath.Gets(key(phrase.text()).stream().toList(), List.of()));
        }
        if (clause instanceof Query.Prefix prefix
                && isWholeKey(prefix.fields())
                && definition.rowKeyFormat() == RowKeyFormat.TEXT) {
            ByteArray begin = ByteArray.utf8(prefix.text());
            KeyRange range = new KeyRange(begin, KeyBytes.behindPrefix(begin).orElse(ByteArray.empty()));
            return Optional.of(new AccessPath.Scan(List.of(range), List.of(), List.of(), List.of()));
        }
        return Optional.empty();
    }

    private boolean isWholeKey(List<String> fields) {
        return fields.size() == 1
                && definition
                        .field(fields.get(0))
                        .map(FieldMapping::source)
                        .filter(FieldSource.WholeKey.class::isInstance)
                        .isPresent();
    }

    /** Parses a key; empty if the text is not a key: then no row matches. */
    private Optional<RowKey> key(String shown) {
        try {
            return Optional.of(
                    switch (definition.rowKeyFormat()) {
                        case TEXT -> RowKey.utf8(shown);
                        case BINARY -> RowKey.wrap(HexFormat.of().parseHex(shown));
                    });
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
