/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Marks the matches of a query in a document that was mapped from a freshly read row. Safe for use by several threads. */
public interface Highlighter {
    /**
     * @param analyzers the analyzer of each text field, as the index chose them
     * @return field to fragments, the words that match between {@code <em>} and {@code </em>}, everything else escaped for
     *     HTML; fields without a match are absent
     */
    Map<String, List<String>> highlight(
            Query query, IndexDefinition definition, Map<String, String> analyzers, Document document);

    /**
     * Returns a highlighter for many documents, which builds the state of the query, such as the automata of its patterns, only once.
     * For one thread.
     */
    default Function<Document, Map<String, List<String>>> of(
            Query query, IndexDefinition definition, Map<String, String> analyzers) {
        return document -> highlight(query, definition, analyzers, document);
    }

    /**
     * As {@link #of(Query, IndexDefinition, Map)}, as long as there is time.
     *
     * @param isOver once it is true, no further text of a document is looked at
     */
    default Function<Document, Map<String, List<String>>> of(
            Query query, IndexDefinition definition, Map<String, String> analyzers, BooleanSupplier isOver) {
        return of(query, definition, analyzers);
    }
}
