/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.MatchStream;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Indexes in which a row has several documents, each with a part of its cells: a search finds rows all the same. */
public abstract class BucketsContract extends CellIndexContract {
    private static final int BUCKETS = 4;
    private static final int ROWS = 30;
    private static final int COLUMNS = 12;
    private static final List<List<SortKey>> ORDERS =
            List.of(SortKey.byScore(), List.of(new SortKey.RowOrder(false)), List.of(new SortKey.RowOrder(true)));

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
                  columns: ["d:*"]
                  buckets: 4
                  values: {text: {type: text}}
                """);
    }

    @Override
    final void fill() {
        for (int i = 0; i < ROWS; i++) {
            write(writer(), operations(wide(i), 1));
        }
        // Longer than an id holds.
        write(writer(), operations(row("z".repeat(1_000), "m:owner=Zoe", "d:x=zebra", "d:y=zebra"), 1));
    }

    private static String key(int number) {
        return String.format("row%02d", number);
    }

    /** A word that all rows have in all cells, more often in some cells than in others, and one for each cell. */
    private static Row wide(int number) {
        List<String> cells = new ArrayList<>(List.of("m:owner=" + (number % 2 == 0 ? "Ann" : "Bob")));
        for (int i = 0; i < COLUMNS; i++) {
            cells.add(String.format("d:c%02d=%s word%d", i, "cat ".repeat(1 + (number * 7 + i * 5) % 11), i));
        }
        return row(key(number), cells.toArray(String[]::new));
    }

    private List<IndexOperation> operations(Row row, long offset) {
        RowMapper mapper = new RowMapper(definition());
        List<IndexOperation> operations = new ArrayList<>();
        for (Row part : new RowParts(definition()).of(row)) {
            operations.add(
                    !part.isEmpty() && mapper.outcome(part) instanceof RowOutcome.Indexed indexed
                            ? new IndexOperation.Upsert(
                                    row.key(),
                                    part.bucket(),
                                    Fixtures.version(offset),
                                    System.currentTimeMillis(),
                                    indexed.document())
                            : new IndexOperation.MarkDeleted(
                                    row.key(), part.bucket(), Fixtures.version(offset), System.currentTimeMillis()));
        }
        return operations;
    }

    private static List<String> keys(List<SearchResult.Hit> hits) {
        return hits.stream().map(hit -> hit.row().bytes().utf8()).toList();
    }

    @Test
    void aRowIsOneHitThatNamesTheCellsOfAllItsDocuments() {
        List<SearchResult.Hit> hits =
                searcher().search(request(10, "id:row07 AND cat")).hits();
        assertThat(keys(hits)).containsExactly("row07");
        assertThat(hits.get(0).matchingCells()).isEqualTo(COLUMNS);
        assertThat(hits.get(0).cells())
                .hasSize(COLUMNS)
                .startsWith(ColumnName.of("d", "c00"), ColumnName.of("d", "c01"))
                .isSorted();
        SearchResult zebra = searcher().search(request(10, "zebra"));
        assertThat(keys(zebra.hits())).containsExactly("z".repeat(1_000));
        assertThat(zebra.hits().get(0).cells()).containsExactly(ColumnName.of("d", "x"), ColumnName.of("d", "y"));
        assertThat(zebra.total()).isEqualTo(1);
        assertThat(zebra.totalIsExact()).isTrue();
    }

    @Test
    void conditionsOnTheRowHoldInEachDocumentAndThoseOnCellsInOneCell() {
        assertThat(searcher().search(request(50, "owner:Ann word3")).hits()).hasSize(ROWS / 2);
        assertThat(searcher().search(request(50, "owner:Zoe cat")).hits()).isEmpty();
        assertThat(searcher().search(request(50, "word3 word4")).hits()).isEmpty();
        assertThat(searcher().search(request(50, "word3 cell.qualifier:c03")).hits())
                .hasSize(ROWS)
                .allSatisfy(hit -> assertThat(hit.cells()).containsExactly(ColumnName.of("d", "c03")));
    }

    @Test
    void pagesHoldEveryRowOnceInTheOrderOfTheSearch() {
        for (List<SortKey> order : ORDERS) {
            List<String> atOnce =
                    keys(searcher().search(request(100, "cat").sortedBy(order)).hits());
            assertThat(atOnce).hasSize(ROWS).doesNotHaveDuplicates();
            List<String> inPages = new ArrayList<>();
            try (MatchStream stream =
                    new MatchStream(searcher(), request(7, "cat").sortedBy(order), Duration.ofMinutes(1))) {
                for (List<SearchResult.Hit> page = stream.page(); !page.isEmpty(); page = stream.page()) {
                    assertThat(page).hasSizeLessThanOrEqualTo(7);
                    inPages.addAll(keys(page));
                }
            }
            assertThat(inPages).isEqualTo(atOnce);
        }
    }

    @Test
    void aPageBeforeAPlaceEndsRightThere() {
        List<SearchResult.Hit> all = searcher().search(request(100, "cat")).hits();
        SearchResult before = searcher()
                .search(request(5, "cat").at(PagePlace.before(all.get(12).sortValues())));
        assertThat(keys(before.hits())).isEqualTo(keys(all.subList(7, 12)));
        SearchResult behind = searcher()
                .search(request(5, "cat").at(PagePlace.after(all.get(12).sortValues())));
        assertThat(keys(behind.hits())).isEqualTo(keys(all.subList(13, 18)));
    }

    @Test
    void totalIsExactIfAllRowsFitThePageAndElseALowerBound() {
        SearchResult all = searcher().search(request(100, "cat"));
        assertThat(all.total()).isEqualTo(ROWS);
        assertThat(all.totalIsExact()).isTrue();
        SearchResult some = searcher().search(request(3, "cat"));
        assertThat(some.hits()).hasSize(3);
        assertThat(some.totalIsExact()).isFalse();
        assertThat(some.total()).isBetween(1L, (long) ROWS);
        assertThat(searcher().search(request(0, "cat")).totalIsExact()).isFalse();
    }

    @Test
    void eachDocumentHasAVersionOfItsOwn() {
        Row changed = row("row03", "m:owner=Bob", "d:c01=a single mouse");
        Bucket bucket = definition().cells().orElseThrow().bucket(ColumnName.of("d", "c01"));
        List<IndexOperation> one = operations(changed, 9).stream()
                .filter(operation -> operation.bucket().equals(bucket))
                .toList();
        write(writer(), one);
        write(writer(), operations(wide(3), 5));
        searcher().refresh();
        assertThat(searcher().search(request(10, "mouse")).hits()).hasSize(1);
        for (DocumentId id : definition().documents(changed.key())) {
            Optional<IndexedDocument> found = searcher().get(id);
            assertThat(found.map(IndexedDocument::version))
                    .contains(
                            Fixtures.version(id.bucket().equals(bucket) ? 9 : 5).value());
            assertThat(found.map(IndexedDocument::row)).contains(changed.key());
        }
    }

    @Test
    void documentsOfARowStandTogetherAndWithinItsRange() {
        List<IndexedDocument> all = scanAll();
        assertThat(all).hasSize((ROWS + 1) * BUCKETS);
        assertThat(all.stream().map(IndexedDocument::id)).isSorted();
        KeyRange range = new KeyRange(ByteArray.utf8("row03"), ByteArray.utf8("row05"));
        List<String> within = new ArrayList<>();
        try (var cursor = searcher().scan(range)) {
            cursor.forEachRemaining(
                    document -> within.add(document.row().bytes().utf8()));
        }
        assertThat(within).hasSize(2 * BUCKETS).containsOnly("row03", "row04");
    }
}
