/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.core.spi.search.SearchRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Compares the rows that an index finds with those that the matcher finds. Rows are written as their sorted keys with blanks between. */
public abstract class TextsContract extends BackendContract {
    /** Returns a matcher that has the backend's analyzers. */
    protected abstract QueryMatcher matcher();

    /** Returns a document for each text, which has the text in each of the fields; the keys are numbers from 01 on. */
    protected static Map<String, Document> documents(List<String> texts, List<String> fields) {
        Map<String, Document> documents = new LinkedHashMap<>();
        for (String text : texts) {
            Map<String, Object> values = new LinkedHashMap<>();
            fields.forEach(name -> values.put(name, text));
            documents.put("%02d".formatted(documents.size() + 1), new Document(values));
        }
        return documents;
    }

    /** Writes the documents, and opens a searcher that finds them. */
    protected final DocumentSearcher searcherOf(Map<String, Document> documents) {
        try (DocumentWriter writer = openWriter()) {
            List<IndexOperation> operations = new ArrayList<>();
            documents.forEach((row, document) -> operations.add(Fixtures.upsert(row, operations.size(), document)));
            write(writer, operations);
        }
        DocumentSearcher searcher = openSearcher();
        searcher.refresh();
        return searcher;
    }

    /** Returns the rows that the index finds. */
    protected static String found(DocumentSearcher searcher, Query query) {
        return searcher.search(new SearchRequest(query, List.of(), 100, PATIENCE)).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .sorted()
                .collect(Collectors.joining(" "));
    }

    /** Returns the rows that the matcher finds. */
    protected final String matched(Map<String, Document> documents, Query query) {
        Predicate<Document> matcher =
                matcher().of(query, definition(), metadata().analyzers());
        return documents.entrySet().stream()
                .filter(each -> matcher.test(each.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
    }
}
