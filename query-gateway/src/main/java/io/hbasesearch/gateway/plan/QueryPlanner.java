/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.RowKeyDeclaration;
import io.hbasesearch.core.definition.RowKeyFormat;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.spi.SortKey;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides who answers a query. The table may, if the query tells how the keys of its rows begin and nothing in it needs an
 * analyzer; it then gives the rows in the order of their keys, which is the order of a search in which all scores are alike.
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
     * @param sort with the row at its end
     * @return for {@link PlanMode#TABLE} a search if the table cannot answer, with the reason: whoever insists must refuse
     */
    public QueryPlan plan(Query query, List<Query> filters, List<SortKey> sort, PlanMode mode) {
        if (mode == PlanMode.SEARCH) {
            return new QueryPlan.Search("plan=search was asked for");
        }
        QueryPlan possible = table(query, filters, sort);
        if (mode == PlanMode.TABLE || !(possible instanceof QueryPlan.Table table)) {
            return possible;
        }
        if (!table.sameOrder()) {
            return new QueryPlan.Search("rows are wanted by relevance, and the table has them by key; plan=table takes"
                    + " them so (" + table.reason() + ")");
        }
        if (table.path() instanceof AccessPath.Scan && !isAnswered(table, query, filters)) {
            return new QueryPlan.Search(
                    "keys tell a part of the query only, so that a scan might read many rows in vain;"
                            + " plan=table scans (" + table.reason() + ")");
        }
        return table;
    }

    /** Whether every row of the path is a match, whatever it holds. */
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
            return new QueryPlan.Search("cells are found, and only the index knows which ones match");
        }
        Optional<String> objection = matcher.objection(query).or(() -> matcher.objection(filters));
        if (objection.isPresent()) {
            return new QueryPlan.Search(objection.get());
        }
        List<Query> clauses = Conjunction.of(query, filters).clauses();
        if (clauses.isEmpty()) {
            return new QueryPlan.Search("the query asks for every row");
        }
        AccessPath path = path(clauses);
        if (path instanceof AccessPath.None none) {
            return new QueryPlan.Search(none.reason());
        }
        boolean sameOrder = new KeyOrder(definition).fits(path, query, sort);
        if (!sameOrder && !sort.equals(SortKey.byScore())) {
            return new QueryPlan.Search("the table has rows in the order of their keys, and another one is wanted");
        }
        return new QueryPlan.Table(
                path,
                sameOrder,
                (path instanceof AccessPath.Gets || wholeKey(clauses).isPresent()
                                ? "the query tells the row key"
                                : "the query tells how the row keys begin")
                        + widened(path));
    }

    private static String widened(AccessPath path) {
        return path instanceof AccessPath.Scan scan
                ? scan.widened().map(why -> "; " + why).orElse("")
                : "";
    }

    /** Keys are better than ranges, wherever in the query they are told. */
    private AccessPath path(List<Query> clauses) {
        List<AccessPath> paths = new ArrayList<>();
        wholeKey(clauses).ifPresent(paths::add);
        clauses.stream().map(this::keysOfEach).flatMap(Optional::stream).forEach(paths::add);
        paths.add(byParts(clauses));
        return paths.stream()
                .filter(AccessPath.Gets.class::isInstance)
                .findFirst()
                .orElse(paths.get(0));
    }

    /** The keys of a clause each of whose alternatives tells keys as a whole; empty for any other clause. */
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
                    "the query does not tell the row key, and the index definition does not say what row keys are made of");
        }
        List<Predicate> predicates = predicates(clauses);
        if (predicates.isEmpty()) {
            return new AccessPath.None("no clause of the query is about a field of the row key alone");
        }
        try {
            return new KeyPlanner(spec().get()).plan(predicates);
        } catch (IllegalArgumentException e) {
            return new AccessPath.None("a value cannot stand in a row key");
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

    /** The path of a clause that tells the key as a whole, if there is one. */
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

    /** Empty for what no key is shown as: then no row matches. */
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
