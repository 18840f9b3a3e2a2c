/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.InCells;
import io.hbasesearch.core.query.Query.MatchAll;
import io.hbasesearch.core.query.Query.Word;
import io.hbasesearch.core.spi.search.SearchRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Queries on rows and their cells. */
class CellConditionsTest {
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "t",
            """
            table: t
            unit: cell
            fields: {a: {column: "m:a", type: keyword}, b: {column: "m:b", type: keyword}}
            cells: {columns: "d:*", values: {v: {type: text}, w: {type: keyword, default: false}}}
            """);

    private static final Query A = new Word(List.of("a"), "x");
    private static final Query B = new Word(List.of("b"), "x");
    private static final Query V = new Word(List.of("cell.v"), "x");
    private static final Query W = new Word(List.of("cell.w"), "x");

    private static Query parse(String query) {
        return QueryStringParser.parse(query, DEFINITION);
    }

    private static Query all(Query... clauses) {
        return new Bool(List.of(clauses), List.of(), List.of());
    }

    private static Query any(Query... clauses) {
        return new Bool(List.of(), List.of(clauses), List.of());
    }

    private static Query without(Query what, Query... not) {
        return new Bool(List.of(what), List.of(), List.of(not));
    }

    @Test
    void aQueryOfOneKindStaysWhole() {
        assertThat(parse("a:x b:x")).isEqualTo(all(A, B));
        assertThat(parse("*")).isEqualTo(new MatchAll());
        assertThat(parse("x cell.w:x")).isEqualTo(new InCells(all(V, W)));
        assertThat(parse("x OR (cell.w:x -cell.v:x)")).isEqualTo(new InCells(any(V, without(W, V))));
        assertThat(parse("-cell.w:x")).isEqualTo(new InCells(without(new MatchAll(), W)));
    }

    @Test
    void conditionsOnCellsAreGathered() {
        assertThat(parse("x a:x cell.w:x")).isEqualTo(all(A, new InCells(all(V, W))));
        assertThat(parse("a:x x -b:x -cell.w:x"))
                .isEqualTo(new Bool(List.of(A, new InCells(without(V, W))), List.of(), List.of(B)));
        assertThat(parse("a:x -cell.w:x")).isEqualTo(all(A, new InCells(without(new MatchAll(), W))));
        assertThat(parse("+a:x OR x")).isEqualTo(new Bool(List.of(A), List.of(new InCells(V)), List.of()));
        assertThat(parse("a:x (x OR cell.w:x)")).isEqualTo(all(A, new InCells(any(V, W))));
    }

    @Test
    void alternativesAndGroupsOfBothKindsAreRefused() {
        for (String query : List.of("b:x (a:x OR cell.v:x)", "a:x OR x", "(a:x OR x) OR b:x", "-(a:x x) b:x")) {
            assertThatThrownBy(() -> parse(query))
                    .as(query)
                    .isInstanceOf(QuerySyntaxException.class)
                    .hasMessageContaining("conditions on the row and on its cells");
        }
    }

    @Test
    void hitsNameWhatTheQueryDemandsOfCellsOrItsFiltersDo() {
        assertThat(named("a:x x")).isEqualTo(new InCells(V));
        assertThat(named("x", "cell.w:x")).isEqualTo(new InCells(V));
        assertThat(named("a:x", "b:x", "cell.w:x")).isEqualTo(new InCells(W));
        assertThat(named("+a:x OR x")).as("may be without").isEqualTo(new InCells(new MatchAll()));
        assertThat(named("a:x")).isEqualTo(new InCells(new MatchAll()));
    }

    private static InCells named(String query, String... filters) {
        List<Query> parsed = Stream.of(filters).map(CellConditionsTest::parse).toList();
        return new SearchRequest(parse(query), parsed, 1, Duration.ofSeconds(1)).named();
    }
}
