/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.CellUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Groups a query's conditions on cells into one clause, for indexes whose hits are cells. All conditions on cells apply to the same
 * cell, as if each cell were a document that also has the fields of its row. A conjunction may combine conditions on the row and on
 * its cells. Alternatives and parenthesised groups must have one kind only, because an index cannot look at a row from within its
 * cells. So each row that matches has a cell that matches. Stateless.
 */
final class CellConditions {
    private CellConditions() {}

    private enum Kind {
        ANY,
        ROW,
        CELL,
        MIXED
    }

    /** @throws QuerySyntaxException if a group that is not the whole query has both kinds, or if both kinds are alternatives */
    static Query gather(Query query) {
        return switch (kind(query)) {
            case ANY, ROW -> query;
            case CELL -> new Query.InCells(query);
            // Only a combination has more than one field.
            case MIXED -> gather((Query.Bool) query);
        };
    }

    private static Query gather(Query.Bool bool) {
        boolean isNested = clauses(bool).anyMatch(clause -> kind(clause) == Kind.MIXED);
        boolean requires = !bool.must().isEmpty() || !bool.filter().isEmpty();
        List<Query> should = ofRows(bool.should());
        List<Query> cellShould = ofCells(bool.should());
        boolean areAlternatives = bool.minimum() > 0 && !should.isEmpty() && !cellShould.isEmpty();
        if (isNested || !requires || areAlternatives) {
            throw new QuerySyntaxException(
                    "conditions on the row and on its cells must not be alternatives, nor share a group that is not the whole query",
                    "put conditions on cells into separate groups, as in: name:a (cell.value:b OR cell.value:c)");
        }
        List<Query> must = ofRows(bool.must());
        List<Query> filter = ofRows(bool.filter());
        Optional<Query> cells = cells(bool, cellShould);
        boolean isOptional = ofCells(bool.must()).isEmpty()
                && ofCells(bool.mustNot()).isEmpty()
                && ofCells(bool.filter()).isEmpty()
                && bool.minimum() == 0;
        cells.ifPresent(query -> (isOptional ? should : must).add(new Query.InCells(query)));
        // The minimum was moved into the clause on cells, or all optional clauses are about rows.
        int minimum = cellShould.isEmpty() ? bool.minimum() : 0;
        return new Query.Bool(must, should, ofRows(bool.mustNot()), filter, minimum);
    }

    /** Combines the conditions that one cell must meet; empty if there are no conditions on cells. */
    private static Optional<Query> cells(Query.Bool bool, List<Query> should) {
        List<Query> must = ofCells(bool.must());
        List<Query> filter = ofCells(bool.filter());
        List<Query> mustNot = ofCells(bool.mustNot());
        if (must.isEmpty() && filter.isEmpty() && mustNot.isEmpty() && should.isEmpty()) {
            return Optional.empty();
        }
        if (mustNot.isEmpty() && filter.isEmpty() && must.size() + should.size() == 1) {
            return Optional.of(must.isEmpty() ? should.get(0) : must.get(0));
        }
        boolean requires = !must.isEmpty() || !filter.isEmpty() || bool.minimum() > 0;
        // With negated conditions only, the row must have another cell that does not match them.
        List<Query> required = requires || mustNot.isEmpty() ? must : List.of(new Query.MatchAll());
        boolean nothingRequired = required.isEmpty() && filter.isEmpty();
        int minimum = should.isEmpty() ? 0 : Math.max(bool.minimum(), nothingRequired ? 1 : 0);
        return Optional.of(new Query.Bool(required, should, mustNot, filter, minimum));
    }

    private static Stream<Query> clauses(Query.Bool bool) {
        return Stream.of(bool.must(), bool.should(), bool.mustNot(), bool.filter())
                .flatMap(List::stream);
    }

    private static List<Query> ofRows(List<Query> clauses) {
        List<Query> found = new ArrayList<>(clauses);
        found.removeIf(clause -> kind(clause) == Kind.CELL);
        return found;
    }

    private static List<Query> ofCells(List<Query> clauses) {
        return clauses.stream().filter(clause -> kind(clause) == Kind.CELL).toList();
    }

    private static Kind kind(Query query) {
        return QueryFields.of(query).stream().map(CellConditions::kind).reduce(Kind.ANY, CellConditions::both);
    }

    private static Kind kind(String field) {
        return field.startsWith(CellUnit.PREFIX) ? Kind.CELL : Kind.ROW;
    }

    private static Kind both(Kind one, Kind other) {
        if (one == Kind.ANY || one == other) {
            return Objects.requireNonNull(other, "other");
        }
        return other == Kind.ANY ? one : Kind.MIXED;
    }
}
