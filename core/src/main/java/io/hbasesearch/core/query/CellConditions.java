/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.CellUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Gathers what a query says of cells, where cells are what is found: as if each cell were a document that knows its row's fields too,
 * all conditions on cells are about one and the same cell. Conditions on rows and on cells may stand side by side where all must
 * hold; alternatives and groups in parentheses have one kind of them, as an index cannot look at a row from within its cells. So each
 * row that is found has a cell that is. Stateless.
 */
final class CellConditions {
    private CellConditions() {}

    private enum Kind {
        ANY,
        ROW,
        CELL,
        MIXED
    }

    /** @throws QuerySyntaxException if both kinds stand in one group that is not the whole query, or are alternatives */
    static Query gather(Query query) {
        return switch (kind(query)) {
            case ANY, ROW -> query;
            case CELL -> new Query.InCells(query);
            // Only a combination has more than one field.
            case MIXED -> gather((Query.Bool) query);
        };
    }

    private static Query gather(Query.Bool bool) {
        boolean isNested = Stream.of(bool.must(), bool.should(), bool.mustNot())
                .flatMap(List::stream)
                .anyMatch(clause -> kind(clause) == Kind.MIXED);
        if (isNested || bool.must().isEmpty()) {
            throw new QuerySyntaxException(
                    "conditions on the row and on its cells are alternatives, or stand in one group with others beside it",
                    "put fields of cells into groups of their own, as in: name:a (cell.value:b OR cell.value:c)");
        }
        List<Query> must = ofRows(bool.must());
        List<Query> should = ofRows(bool.should());
        List<Query> cellMust = ofCells(bool.must());
        List<Query> cellShould = ofCells(bool.should());
        List<Query> cellNot = ofCells(bool.mustNot());
        boolean onlyShould = cellMust.isEmpty() && cellNot.isEmpty();
        if (onlyShould && !cellShould.isEmpty()) {
            should.add(new Query.InCells(single(List.of(), cellShould, List.of())));
        } else if (!onlyShould) {
            // Of a cell that only must not be something, there must be one that is something else.
            List<Query> required = cellMust.isEmpty() ? List.of(new Query.MatchAll()) : cellMust;
            must.add(new Query.InCells(single(required, cellShould, cellNot)));
        }
        return new Query.Bool(must, should, ofRows(bool.mustNot()));
    }

    private static Query single(List<Query> must, List<Query> should, List<Query> mustNot) {
        if (mustNot.isEmpty() && must.size() + should.size() == 1) {
            return must.isEmpty() ? should.get(0) : must.get(0);
        }
        return new Query.Bool(must, should, mustNot);
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
        if (query instanceof Query.Bool bool) {
            return Stream.of(bool.must(), bool.should(), bool.mustNot())
                    .flatMap(List::stream)
                    .map(CellConditions::kind)
                    .reduce(Kind.ANY, CellConditions::both);
        }
        return fields(query).stream().map(CellConditions::kind).reduce(Kind.ANY, CellConditions::both);
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

    private static List<String> fields(Query leaf) {
        if (leaf instanceof Query.Word word) {
            return word.fields();
        } else if (leaf instanceof Query.Phrase phrase) {
            return phrase.fields();
        } else if (leaf instanceof Query.Prefix prefix) {
            return prefix.fields();
        } else if (leaf instanceof Query.Fuzzy fuzzy) {
            return fuzzy.fields();
        }
        return leaf instanceof Query.Range range ? List.of(range.field()) : List.of();
    }
}
