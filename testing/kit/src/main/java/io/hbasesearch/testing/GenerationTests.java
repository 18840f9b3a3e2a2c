/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.field;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGenerations;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.groups.Tuple;
import org.awaitility.Awaitility;

/** What the contracts of generations share: a second definition and topic, and what is to be seen. */
abstract class GenerationTests extends BackendContract {
    /** Longer than any refresh interval. */
    private static final Duration SOON = Duration.ofSeconds(20);

    final IndexGenerations generations() {
        return backend().generations();
    }

    /** The test's definition with one field more. */
    final IndexDefinition withTopic() {
        return new IndexDefinition(
                definition().name(),
                definition().table(),
                definition().rowKeyFormat(),
                List.of(
                        field("body", FieldType.TEXT),
                        field("sender", FieldType.KEYWORD),
                        field("size", FieldType.LONG),
                        field("topic", FieldType.TEXT)),
                "hash-with-topic");
    }

    static IndexSource laterSource() {
        return new IndexSource("hbase-search.default.messages.e2", "another-topic-id", 3, Fixtures.EPOCH + 1, true);
    }

    final DocumentWriter openWriter(IndexMetadata generation) {
        return backend().openWriter(withTopic(), generation, MAX_READ_AGE);
    }

    /** Begins a generation and writes {@link #upserts} to it. */
    final IndexMetadata filledGeneration(String prefix, int documents) {
        IndexMetadata begun = generations().begin(withTopic(), laterSource());
        try (DocumentWriter writer = openWriter(begun)) {
            write(writer, upserts(prefix, documents));
        }
        return begun;
    }

    /** Rows whose keys begin so; the body is the same word. */
    static List<IndexOperation> upserts(String prefix, int documents) {
        List<IndexOperation> batch = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            batch.add(upsert(prefix + i, i, prefix));
        }
        return batch;
    }

    static IndexOperation topic(String row, long offset, String topic) {
        return upsert(row, offset, new Document(Map.of("topic", topic)));
    }

    static Query word(String field, String text) {
        return new Query.Word(List.of(field), text);
    }

    /** By the index's name, after a refresh. */
    final SearchResult search(Query query) {
        try (DocumentSearcher searcher = openSearcher()) {
            searcher.refresh();
            return search(searcher, query);
        }
    }

    static SearchResult search(DocumentSearcher searcher, Query query) {
        return searcher.search(new SearchRequest(query, List.of(), 100, PATIENCE));
    }

    static SearchResult searchAll(DocumentSearcher searcher) {
        return search(searcher, new Query.MatchAll());
    }

    static void awaitFound(DocumentSearcher searcher, int documents) {
        Awaitility.await().atMost(SOON).until(() -> searchAll(searcher).total() == documents);
    }

    static List<String> rowsOf(SearchResult found) {
        return found.hits().stream().map(hit -> text(hit.row())).sorted().toList();
    }

    static List<String> rowsOf(List<IndexedDocument> found) {
        return found.stream().map(document -> text(document.row())).toList();
    }

    private static String text(RowKey row) {
        return row.printable();
    }

    final void assertStates(Tuple... expected) {
        assertThat(generations().list(definition().name()))
                .extracting(IndexGeneration::metadata, IndexGeneration::state)
                .containsExactly(expected);
    }

    static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(code));
    }
}
