/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Matches a query against a document that was mapped from a freshly read row, as an index with that document would. Needs no index.
 * Safe for use by several threads.
 */
public interface QueryMatcher {
    /**
     * Returns the fields of a query whose analyzers only the index knows. For them the result of {@link #matches} may be wrong. Empty
     * if the result is reliable.
     *
     * @param analyzers the analyzer of each text field, as the index chose them
     */
    List<String> unknownAnalyzers(Query query, IndexDefinition definition, Map<String, String> analyzers);

    /**
     * Tells if a query matches a document. A fuzzy word matches every word that is similar enough, while an index checks only the 50
     * most similar ones.
     *
     * @param analyzers the analyzer of each text field, as the index chose them
     * @return false also for a document that no index would accept
     */
    boolean matches(Query query, IndexDefinition definition, Map<String, String> analyzers, Document document);

    /**
     * Returns a matcher for many documents. It prepares the query, such as the automata of its patterns, only once. For one thread.
     */
    default Predicate<Document> of(Query query, IndexDefinition definition, Map<String, String> analyzers) {
        return document -> matches(query, definition, analyzers, document);
    }
}
