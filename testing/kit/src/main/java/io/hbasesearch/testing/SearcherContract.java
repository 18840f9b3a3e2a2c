/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.failed;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.IndexedDocument.State;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What searches, gets and scans see of what was written. Which rows a query finds: {@link GoldenQueryContract}. */
public abstract class SearcherContract extends BackendContract {
    private static final Query ALL = new Query.MatchAll();
    private static final int MORE_THAN_A_PAGE = 2_500;

    @Test
    void aSearchNeverFindsAStub() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat"), upsert("b", 2, "cat"), upsert("c", 3, "cat"), deleted("d", 4));
            write(writer, deleted("a", 5), failed("b", 6));
            searcher.refresh();
            assertThat(rows(searcher.search(request(ALL, 10)))).containsExactly("c");
            assertThat(rows(searcher.search(request(word("cat"), 10)))).containsExactly("c");
            assertThat(searcher.search(request(ALL, 0)).total()).isEqualTo(1);
        }
    }

    @Test
    void aWriteBecomesSearchableByItself() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            assertThat(searcher.refreshInterval())
                    .hasValueSatisfying(
                            interval -> assertThat(interval).isPositive().isLessThan(PATIENCE));
            write(writer, upsert("a", 1, "cat"));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> searcher.search(request(word("cat"), 10)).total() == 1);
        }
    }

    @Test
    void getsOfSeveralRowsSeeWhatGetsOfEachDo() {
        DocumentId gone = DocumentId.of(RowKey.utf8("b"));
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat"), deleted("b", 2), failed("c", 3));
            List<DocumentId> ids = Stream.of("a", "b", "c", "nowhere", "a".repeat(900))
                    .map(row -> DocumentId.of(RowKey.utf8(row)))
                    .toList();

            Map<DocumentId, IndexedDocument> found = searcher.getAll(ids);

            assertThat(found).hasSize(3);
            found.forEach((id, document) ->
                    assertThat(document).isEqualTo(searcher.get(id).orElseThrow()));
            write(writer, upsert("b", 4, "dog"));
            assertThat(searcher.getAll(List.of(gone)).get(gone).state()).isEqualTo(State.LIVE);
            assertThat(searcher.getAll(List.of())).isEmpty();
        }
    }

    @Test
    void getSeesWhatWasAcknowledgedBeforeAnyRefresh() {
        DocumentId id = DocumentId.of(RowKey.utf8("a"));
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            assertThat(searcher.get(id)).isEmpty();
            for (int offset = 1; offset <= 20; offset++) {
                IndexOperation operation = offset % 4 == 0 ? deleted("a", offset) : upsert("a", offset, "v" + offset);
                write(writer, operation);
                IndexedDocument found = searcher.get(id).orElseThrow();
                assertThat(found.version()).isEqualTo(operation.version().value());
                assertThat(found.state()).isEqualTo(offset % 4 == 0 ? State.DELETED : State.LIVE);
                assertThat(found.row()).isEqualTo(RowKey.utf8("a"));
            }
            assertThat(searcher.get(DocumentId.of(RowKey.utf8("b")))).isEmpty();
        }
    }

    @Test
    void valuesComeBackAsTheyWereWritten() {
        Document document =
                new Document(Map.of("body", "北京 & \"Ünïcode\" \n\t😀", "sender", "", "size", Long.MIN_VALUE));
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, document));
            assertThat(searcher.get(DocumentId.of(RowKey.utf8("a")))
                            .orElseThrow()
                            .document())
                    .isEqualTo(document);
        }
    }

    @Test
    void rowKeysOfAnyBytesAndLengthComeBackWhole() {
        Random random = new Random(7);
        List<RowKey> keys = new ArrayList<>();
        for (int length : new int[] {1, 2, 3, 16, 384, 385, 1_000, RowKey.MAX_LENGTH}) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            keys.add(RowKey.wrap(bytes));
        }
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            List<IndexOperation> batch = new ArrayList<>();
            for (RowKey key : keys) {
                batch.add(new IndexOperation.Upsert(
                        key, Fixtures.version(1), System.currentTimeMillis(), Fixtures.message("cat")));
            }
            write(writer, batch);
            searcher.refresh();
            assertThat(searcher.search(request(word("cat"), 10)).hits())
                    .extracting(SearchResult.Hit::row)
                    .containsExactlyInAnyOrderElementsOf(keys);
            assertThat(scanAll(searcher)).extracting(IndexedDocument::row).containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    @Test
    void aScanReturnsEverythingInTheOrderOfIds() {
        Random random = new Random(11);
        List<IndexOperation> operations = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
            String row = Integer.toString(random.nextInt(), 36) + "." + i;
            operations.add(
                    switch (i % 10) {
                        case 3 -> deleted(row, i);
                        case 7 -> failed(row, i);
                        default -> upsert(row, i, "number " + i);
                    });
        }
        try (DocumentWriter writer = openWriter()) {
            write(writer, operations.subList(0, 1_000));
            write(writer, operations.subList(1_000, MORE_THAN_A_PAGE));
        }
        List<IndexOperation> sorted = new ArrayList<>(operations);
        sorted.sort(Comparator.comparing(IndexOperation::id));
        List<IndexedDocument> scanned = scanAll();
        assertThat(scanned)
                .extracting(IndexedDocument::id)
                .isEqualTo(sorted.stream().map(IndexOperation::id).toList());
        assertThat(scanned)
                .extracting(IndexedDocument::row)
                .isEqualTo(sorted.stream().map(IndexOperation::row).toList());
        assertThat(scanned)
                .extracting(IndexedDocument::version)
                .isEqualTo(sorted.stream()
                        .map(operation -> operation.version().value())
                        .toList());
    }

    @Test
    void aScanStaysAsTheIndexWasWhenItBegan() {
        List<IndexOperation> first = new ArrayList<>();
        List<IndexOperation> second = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
            first.add(upsert(String.format("row%05d", i), i, "old"));
            second.add(deleted(String.format("row%05d", i), 10_000 + i));
        }
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, first);
            searcher.refresh();
            List<IndexedDocument> seen = new ArrayList<>();
            try (DocumentCursor cursor = searcher.scan()) {
                seen.add(cursor.next());
                write(writer, second);
                write(writer, upsert("row00000a", 20_000, "new"));
                searcher.refresh();
                cursor.forEachRemaining(seen::add);
            }
            assertThat(seen).hasSize(MORE_THAN_A_PAGE).allSatisfy(document -> assertThat(document.state())
                    .isEqualTo(State.LIVE));
            assertThat(scanAll(searcher)).hasSize(MORE_THAN_A_PAGE + 1);
        }
    }

    @Test
    void aPageIsCutToItsSizeAndTheTotalCountsTheRest() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            for (int i = 9; i >= 0; i--) {
                write(writer, upsert("row" + i, i, "cat"));
                searcher.refresh();
            }
            SearchResult page = searcher.search(request(word("cat"), 4));
            assertThat(page.total()).isEqualTo(10);
            assertThat(page.totalIsExact()).isTrue();
            assertThat(page.timedOut()).isFalse();
            assertThat(rows(page)).as("equal scores are ordered by id").containsExactly("row0", "row1", "row2", "row3");
            SearchResult count = searcher.search(request(word("cat"), 0));
            assertThat(count.total()).isEqualTo(10);
            assertThat(count.hits()).isEmpty();
        }
    }

    @Test
    void aHitCarriesItsVersionAndBetterHitsComeFirst() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat and dog and mouse and bird"), upsert("b", 2, "cat cat cat"));
            searcher.refresh();
            List<SearchResult.Hit> hits =
                    searcher.search(request(word("cat"), 10)).hits();
            assertThat(hits).extracting(hit -> hit.row().bytes().utf8()).containsExactly("b", "a");
            assertThat(hits.get(0).score()).isGreaterThan(hits.get(1).score());
            assertThat(hits.get(0).version()).isEqualTo(Fixtures.version(2).value());
        }
    }

    @Test
    void filtersSelectWithoutScoring() {
        Query.Word ann = new Query.Word(List.of("sender"), "ann");
        Query.Range large = new Query.Range("size", "10", true, null, false);
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(
                    writer,
                    upsert("a", 1, new Document(Map.of("body", "cat", "sender", "ann", "size", 5L))),
                    upsert("b", 2, new Document(Map.of("body", "cat", "sender", "ann", "size", 10L))),
                    upsert("c", 3, new Document(Map.of("body", "cat", "sender", "bob", "size", 11L))));
            searcher.refresh();
            float plain =
                    searcher.search(request(word("cat"), 10)).hits().get(0).score();
            SearchResult filtered = searcher.search(new SearchRequest(word("cat"), List.of(ann, large), 10, PATIENCE));
            assertThat(rows(filtered)).containsExactly("b");
            assertThat(filtered.hits().get(0).score()).isEqualTo(plain);
        }
    }

    @Test
    void aSearchWithoutTimeLeftSaysSo() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat"));
            searcher.refresh();
            assertThatThrownBy(() -> searcher.search(new SearchRequest(ALL, List.of(), 10, Duration.ZERO)))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.TIMED_OUT));
        }
    }

    @Test
    void anIndexThatDoesNotExistIsNotSearched() {
        try (DocumentSearcher searcher = openSearcher()) {
            assertThat(searcher.check().ok()).isTrue();
            admin().delete(definition().name());
            assertThatThrownBy(() -> searcher.search(request(ALL, 10)))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.INDEX_NOT_FOUND));
            assertThat(searcher.check().ok()).isFalse();
        }
        assertThat(admin().find(definition().name())).isEmpty();
    }

    private static SearchRequest request(Query query, int size) {
        return new SearchRequest(query, List.of(), size, PATIENCE);
    }

    private static Query word(String text) {
        return new Query.Word(List.of("body"), text);
    }

    private static List<String> rows(SearchResult result) {
        return result.hits().stream().map(hit -> hit.row().bytes().utf8()).toList();
    }
}
