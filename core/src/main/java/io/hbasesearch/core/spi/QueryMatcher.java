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
     * Returns why the analyzers may find less than the caller expects: the query has only stop words, or a prefix may be longer than
     * what a stemmer leaves of a word.
     *
     * @param analyzers the analyzer of each text field, as the index chose them
     * @param isEmpty whether the query found nothing
     * @return sentences for the caller; none for fields whose analyzers only the index knows
     */
    default List<String> remarks(
            Query query, IndexDefinition definition, Map<String, String> analyzers, boolean isEmpty) {
        return List.of();
    }

    /**
     * Returns a matcher for many documents. It prepares the query, such as the automata of its patterns, only once. For one thread.
     */
    default Predicate<Document> of(Query query, IndexDefinition definition, Map<String, String> analyzers) {
        return document -> matches(query, definition, analyzers, document);
    }
}
