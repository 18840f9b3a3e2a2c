/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Searches in an index of cells. */
class CellSearchTest {
    private static final String PATH = "/v1/indexes/words/search?q=whale";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(
                DefinitionText.read(
                        "words",
                        """
                table: words
                unit: cell
                fields: {owner: {column: "m:owner", type: keyword}}
                cells: {columns: "d:*", values: {text: {type: text}}}
                """));
        for (String row : List.of("1", "2")) {
            fixture.table.put(row, "m", "owner", "Ann");
            for (String qualifier : List.of("a", "b", "c")) {
                fixture.table.put(row, "d", qualifier, "a whale " + qualifier);
            }
        }
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static SearchResult.Hit hit(String row, long matching, String... qualifiers) {
        List<ColumnName> cells = Stream.of(qualifiers)
                .map(qualifier -> ColumnName.of("d", qualifier))
                .toList();
        return new SearchResult.Hit(RowKey.utf8(row), 1, 1).naming(cells, matching);
    }

    private JsonNode search(String more, SearchResult.Hit... hits) {
        fixture.searcher.answers(request -> new SearchResult(hits.length, true, false, List.of(hits)));
        return json(http.get(PATH + more));
    }

    @Test
    void aHitShowsTheCellsThatMatchAndNoneThatAnotherHitHas() {
        JsonNode answer = search("", hit("1", 2, "a", "c"), hit("2", 1, "b"));
        assertThat(answer.at("/hits/0/columns").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("m:owner", "d:a", "d:c");
        assertThat(answer.at("/hits/0/columns/d:c/value").asText()).isEqualTo("a whale c");
        assertThat(answer.at("/hits/0/columns/d:c/timestamp").asLong()).isEqualTo(FakeTable.TIMESTAMP);
        assertThat(answer.at("/hits/0/fields/owner").asText()).isEqualTo("Ann");
        assertThat(answer.at("/hits/0/fields/cell")).hasSize(2);
        assertThat(answer.at("/hits/0/fields/cell/1/qualifier").asText()).isEqualTo("c");
        assertThat(answer.at("/hits/0/fields/cell/1/text").asText()).isEqualTo("a whale c");
        assertThat(answer.at("/hits/0/matching_cells").asLong()).isEqualTo(2);
        assertThat(answer.at("/hits/1/columns").fieldNames()).toIterable().containsExactlyInAnyOrder("m:owner", "d:b");
        assertThat(fixture.table.reads).hasValue(1);
        assertThat(fixture.searcher.lastRequest.query())
                .isEqualTo(new Query.InCells(new Query.Word(List.of("cell.text"), "whale")));
    }

    @Test
    void aHitWhoseCellsAreGoneIsDroppedAndAnnounced() {
        JsonNode answer = search("", hit("1", 1, "gone"), hit("2", 2, "a", "gone"));
        assertThat(answer.at("/hits")).hasSize(1);
        assertThat(answer.at("/hits/0/fields/cell")).hasSize(1);
        assertThat(answer.at("/stale_dropped").asInt()).isEqualTo(1);
        assertThat(fixture.announcer.touched).containsExactly(RowKey.utf8("1"));
    }

    @Test
    void aHitThatNamesNoCellShowsTheFirstOnes() {
        JsonNode answer = search("", hit("1", 0), hit("2", 1, "b"));
        assertThat(answer.at("/hits/0/fields/cell")).hasSize(3);
        assertThat(answer.at("/hits/0/matching_cells").asLong()).isZero();
        assertThat(answer.at("/hits/1/fields/cell")).hasSize(1);
    }

    @Test
    void columnsThatAreAskedForAreShownInstead() {
        JsonNode answer = search("&columns=m:owner", hit("1", 1, "a"));
        assertThat(answer.at("/hits/0/columns").fieldNames()).toIterable().containsExactly("m:owner");
        assertThat(answer.at("/hits/0/fields/cell")).hasSize(1);
    }

    @Test
    void cellsThatAreAskedForAsColumnsAreNoneThatMatch() {
        JsonNode answer = search("&columns=d:a&columns=d:b", hit("1", 1, "c"));
        assertThat(answer.at("/hits/0/columns").fieldNames()).toIterable().containsExactlyInAnyOrder("d:a", "d:b");
        assertThat(answer.at("/hits/0/fields/cell")).hasSize(1);
        assertThat(answer.at("/hits/0/fields/cell/0/qualifier").asText()).isEqualTo("c");
    }

    @Test
    void aWholeFamilyThatIsAskedForIsReadWithinBounds() {
        for (int i = 0; i < 3_000; i++) {
            fixture.table.put("1", "n", "c" + i, "number");
        }
        JsonNode answer = search("&columns=n", hit("1", 1, "a"), hit("2", 0));
        assertThat(answer.at("/hits/0/columns").size()).isBetween(1_000, 1_010);
        assertThat(answer.at("/hits/0/fields/cell")).hasSize(1);
        assertThat(answer.at("/hits/1/fields/cell")).hasSize(3);
        assertThat(answer.at("/notes").toString()).contains("1 hits have more than 1000 columns");
    }
}
