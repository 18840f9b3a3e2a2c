/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.field;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.search.SearchRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fields that have several values in one document: each is found as if it were the only one. */
public abstract class SeveralValuesContract extends OpenIndexContract {
    private static final Document SEVERAL = new Document(Map.of(
            "text", List.of("one grey cat", "two dogs"),
            "keyword", List.of("Ann Lee", "Bob"),
            "boolean", List.of(true, false),
            "int", List.of(1L, 50L),
            "long", List.of(Long.MIN_VALUE, 7L),
            "float", List.of(0.5, 8.0),
            "double", List.of(-1.5, 1000.25),
            "date", List.of("2024-01-01T00:00:00.000Z", "2026-06-01T12:00:00.000Z"),
            "json", Map.of("tags", List.of("red", "blue"))));

    @Override
    protected final IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("text", FieldType.TEXT),
                field("keyword", FieldType.KEYWORD),
                field("boolean", FieldType.BOOLEAN),
                field("int", FieldType.INT),
                field("long", FieldType.LONG),
                field("float", FieldType.FLOAT),
                field("double", FieldType.DOUBLE),
                field("date", FieldType.DATE),
                field("json", FieldType.JSON));
    }

    @BeforeEach
    final void fill() {
        write(writer, upsert("several", 1, SEVERAL));
        write(writer, upsert("another", 2, new Document(Map.of("text", "three birds", "int", 1_000L))));
        searcher.refresh();
    }

    @Test
    void everyValueIsFound() {
        assertFound(word("text", "cat"), true);
        assertFound(word("text", "dogs"), true);
        assertFound(word("keyword", "Ann Lee"), true);
        assertFound(word("keyword", "Bob"), true);
        assertFound(word("keyword", "Ann"), false);
        assertFound(word("boolean", "true"), true);
        assertFound(word("boolean", "false"), true);
        assertFound(word("int", "50"), true);
        assertFound(word("int", "2"), false);
        assertFound(word("long", "7"), true);
        assertFound(word("long", Long.toString(Long.MIN_VALUE)), true);
        assertFound(range("int", "40", "60"), true);
        assertFound(word("json.tags", "blue"), true);
        // Between two values is none.
        assertFound(range("int", "2", "49"), false);
        assertFound(range("float", "0.25", "0.75"), true);
        assertFound(range("double", "1000", "1001"), true);
        assertFound(range("date", "2026-01-01T00:00:00.000Z", "2026-12-31T00:00:00.000Z"), true);
        assertFound(range("date", "2025-01-01T00:00:00.000Z", "2025-12-31T00:00:00.000Z"), false);
    }

    @Test
    void aPhraseIsOneInASingleValue() {
        assertFound(phrase("grey cat"), true);
        assertFound(phrase("two dogs"), true);
        assertFound(phrase("cat two"), false);
    }

    @Test
    void theyComeBackInTheirOrderAndCountInTheHash() {
        DocumentId id = DocumentId.of(RowKey.utf8("several"));
        assertThat(searcher.get(id).map(IndexedDocument::document)).contains(SEVERAL);
        assertThat(ContentHash.of(id, searcher.get(id).orElseThrow().document()))
                .isEqualTo(ContentHash.of(id, SEVERAL));
    }

    private void assertFound(Query query, boolean found) {
        assertThat(searcher.search(new SearchRequest(query, List.of(), 10, PATIENCE)).hits().stream()
                        .map(hit -> hit.row().bytes().utf8()))
                .as(query.toString())
                .isEqualTo(found ? List.of("several") : List.of());
    }

    private static Query word(String name, String text) {
        return new Query.Word(List.of(name), text);
    }

    private static Query phrase(String text) {
        return new Query.Phrase(List.of("text"), text, 0);
    }

    private static Query range(String name, String from, String to) {
        return new Query.Range(name, from, true, to, true);
    }
}
