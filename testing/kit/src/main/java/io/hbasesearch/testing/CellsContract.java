/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Indexes in which cells are found: rows' documents with documents of cells within. */
public abstract class CellsContract extends CellIndexContract {
    private static final int MANY = 12_000;

    @Override
    protected final IndexDefinition define(String index) {
        return DefinitionText.read(
                index,
                """
                table: default:wide
                unit: cell
                rowKey: {field: id}
                fields:
                  owner: {column: "m:owner", type: keyword}
                cells:
                  columns: ["d:*", "n:*"]
                  maxCells: 20000
                  qualifier:
                    undecodable: raw
                    spec: {parts: {day: {type: date, pattern: yyyyMMdd}, place: {type: utf8}}}
                  values:
                    text:   {columns: "d:*", type: text}
                    number: {columns: "n:*", type: long, encoding: utf8}
                """);
    }

    @Override
    final void fill() {
        put(
                "ann",
                1,
                "m:owner=Ann",
                "d:20240101vienna=grey cat",
                "d:20240102berlin=two dogs",
                "d:20240103vienna=black cat",
                "n:20240101vienna=7");
        put("bob", 2, "m:owner=Bob", "d:20240101berlin=grey cat", "d:odd=bird", "n:20240102vienna=40");
        put("cid", 3, "d:20240101vienna=fish");
    }

    private Document document(String row, String... cells) {
        return new RowMapper(definition()).map(row(row, cells));
    }

    private void put(String row, long offset, String... cells) {
        write(writer(), upsert(row, offset, document(row, cells)));
    }

    private SearchResult search(String query, String... filters) {
        return searcher().search(request(10, query, filters));
    }

    /** Rows with the cells that their hits name, in the order of rows. */
    private Map<String, List<String>> cells(String query, String... filters) {
        Map<String, List<String>> found = new TreeMap<>();
        for (SearchResult.Hit hit : search(query, filters).hits()) {
            found.put(
                    hit.row().bytes().utf8(),
                    hit.cells().stream().map(ColumnName::toString).toList());
            assertThat(hit.matchingCells()).isEqualTo(hit.cells().size());
        }
        return found;
    }

    @Test
    void aHitNamesTheCellsThatMatchInTheOrderOfTheirRow() {
        Map<String, List<String>> expected =
                Map.of("ann", List.of("d:20240101vienna", "d:20240103vienna"), "bob", List.of("d:20240101berlin"));
        assertThat(cells("cat")).isEqualTo(expected);
        assertThat(cells("cell.text:\"grey cat\" OR cell.text:black")).isEqualTo(expected);
        assertThat(cells("cell.text:fi*")).isEqualTo(Map.of("cid", List.of("d:20240101vienna")));
        assertThat(cells("cell.qualifier:odd")).isEqualTo(Map.of("bob", List.of("d:odd")));
        assertThat(cells("cell.family:n"))
                .isEqualTo(Map.of("ann", List.of("n:20240101vienna"), "bob", List.of("n:20240102vienna")));
        assertThat(cells("cell.number>=8")).isEqualTo(Map.of("bob", List.of("n:20240102vienna")));
        assertThat(cells("cell.day:2024-01-03")).isEqualTo(Map.of("ann", List.of("d:20240103vienna")));
        assertThat(cells("cell.timestamp<2000-01-01")).isEmpty();
    }

    @Test
    void allConditionsOnCellsAreAboutTheSameCell() {
        assertThat(cells("cat cell.place:vienna"))
                .isEqualTo(Map.of("ann", List.of("d:20240101vienna", "d:20240103vienna")));
        assertThat(cells("dogs cell.place:vienna")).isEmpty();
        assertThat(cells("cat -cell.place:vienna")).isEqualTo(Map.of("bob", List.of("d:20240101berlin")));
        assertThat(cells("cell.family:d -cat"))
                .isEqualTo(Map.of(
                        "ann",
                        List.of("d:20240102berlin"),
                        "bob",
                        List.of("d:odd"),
                        "cid",
                        List.of("d:20240101vienna")));
    }

    @Test
    void conditionsOnTheRowStandBesideThoseOnItsCells() {
        assertThat(cells("owner:Bob cat")).isEqualTo(Map.of("bob", List.of("d:20240101berlin")));
        assertThat(cells("cat -owner:Bob").keySet()).containsExactly("ann");
        assertThat(cells("+id:cid OR cell.number:7")).isEqualTo(Map.of("cid", List.of("d:20240101vienna")));
        assertThat(cells("cat", "owner:Ann").keySet()).containsExactly("ann");
        assertThat(cells("owner:Ann", "cell.number:7")).isEqualTo(Map.of("ann", List.of("n:20240101vienna")));
    }

    @Test
    void rowsAreCountedAndAQueryWithoutCellsNamesAllOfThem() {
        assertThat(search("*").total()).isEqualTo(3);
        assertThat(search("cat").total()).isEqualTo(2);
        assertThat(cells("owner:Bob"))
                .isEqualTo(Map.of("bob", List.of("d:20240101berlin", "d:odd", "n:20240102vienna")));
        assertThat(admin().statistics(definition().name()).documents()).isEqualTo(3);
    }

    @Test
    void aNewerDocumentTakesThePlaceOfAllCellsAndAnOlderOneOfNone() {
        put("ann", 9, "m:owner=Ann", "d:20240102berlin=one dog");
        put("ann", 5, "d:20240102berlin=cat");
        write(writer(), deleted("bob", 10));
        put("bob", 6, "d:20240102berlin=cat");
        searcher().refresh();
        assertThat(cells("cat OR dog OR dogs")).isEqualTo(Map.of("ann", List.of("d:20240102berlin")));
        assertThat(search("cat").total()).isZero();
        put("bob", 11, "d:x=cat");
        searcher().refresh();
        assertThat(cells("cat")).isEqualTo(Map.of("bob", List.of("d:x")));
    }

    @Test
    void scansGetsAndDigestsKnowRowsOnly() {
        write(writer(), deleted("cid", 4));
        Document ann = document(
                "ann",
                "m:owner=Ann",
                "d:20240101vienna=grey cat",
                "d:20240102berlin=two dogs",
                "d:20240103vienna=black cat",
                "n:20240101vienna=7");
        List<IndexedDocument> all = scanAll();
        assertThat(all.stream().map(found -> found.row().bytes().utf8())).containsExactly("ann", "bob", "cid");
        assertThat(all.get(0).document()).isEqualTo(ann);
        assertThat(searcher().get(DocumentId.of(RowKey.utf8("ann"))).map(IndexedDocument::document))
                .contains(ann);
        RangeDigest expected = RangeDigest.empty();
        for (IndexedDocument found : all.subList(0, 2)) {
            expected = expected.plus(ContentHash.of(found.id(), found.document()));
        }
        assertThat(searcher().digest(KeyRange.all())).contains(expected);
    }

    @Test
    void ofVeryManyCellsTheFirstAreNamedAndAllAreCounted() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            many.add(String.format("d:%06d=%s", i, i % 2 == 0 ? "even" : "odd"));
        }
        put("wide", 20, many.toArray(String[]::new));
        searcher().refresh();
        List<SearchResult.Hit> hits = search("odd").hits();
        assertThat(hits).hasSize(1);
        assertThat(hits.get(0).matchingCells()).isEqualTo(MANY / 2);
        assertThat(hits.get(0).cells()).hasSize(SearchResult.MOST_CELLS).startsWith(ColumnName.of("d", "000001"));
        assertThat(cells("cell.qualifier:011999")).isEqualTo(Map.of("wide", List.of("d:011999")));
    }
}
