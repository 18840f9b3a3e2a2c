/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import java.util.List;
import java.util.Map;
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

    /** Returns what {@link #of(Query, IndexDefinition, Map)} returns, but stops at the limit. */
    default Function<Document, Map<String, List<String>>> of(
            Query query, IndexDefinition definition, Map<String, String> analyzers, Limit limit) {
        return of(query, definition, analyzers);
    }

    /** Limits the work for the documents of one answer, and counts what the highlighter leaves out. For one thread. */
    @FunctionalInterface
    interface Limit {
        /** Returns whether the highlighter must read no further text of a document. */
        boolean isOver();

        /**
         * Records that the beginning of a field's text has no match, and that the rest is not searched because the text is too long.
         *
         * @param characters number of them that were searched
         */
        default void isTooLong(int characters) {}
    }
}
