/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Tells whether a query matches a document that was mapped from a freshly read row, as the index would that had it. Needs no index.
 * Safe for use by several threads.
 */
public interface QueryMatcher {
    /**
     * The fields of a query whose analyzers are known to nobody but the index: what {@link #matches} says of them may be
     * wrong. Empty if it can be relied on.
     *
     * @param analyzers the analyzer of each text field, as the index chose them
     */
    List<String> unknownAnalyzers(Query query, IndexDefinition definition, Map<String, String> analyzers);

    /**
     * An inexact word is matched by any word that is near enough, while an index with many looks at the 50 nearest only.
     *
     * @param analyzers the analyzer of each text field, as the index chose them
     * @return false also for a document that no index would take
     */
    boolean matches(Query query, IndexDefinition definition, Map<String, String> analyzers, Document document);

    /** The same of many documents: what a query takes by itself, such as the automata of its patterns, is made once. For one thread. */
    default Predicate<Document> of(Query query, IndexDefinition definition, Map<String, String> analyzers) {
        return document -> matches(query, definition, analyzers, document);
    }
}
