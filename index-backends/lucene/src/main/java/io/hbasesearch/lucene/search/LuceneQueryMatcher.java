/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryFields;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.lucene.analysis.Analyzers;
import io.hbasesearch.lucene.analysis.IndexAnalyzers;
import io.hbasesearch.lucene.document.DocumentFactory;
import io.hbasesearch.lucene.document.RejectedDocumentException;
import io.hbasesearch.lucene.query.QueryRemarks;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.memory.MemoryIndex;

/**
 * Puts a document into a temporary index in memory and queries that, so it serves every backend whose analyzers are available
 * here. Safe for use by several threads. Keeps the analyzers of each index that it has seen.
 */
public final class LuceneQueryMatcher implements QueryMatcher {
    private final Map<Map<String, String>, IndexAnalyzers> analyzersOfIndexes = new ConcurrentHashMap<>();

    @Override
    public List<String> unknownAnalyzers(Query query, IndexDefinition definition, Map<String, String> analyzers) {
        Set<String> own = definition.options().elasticsearch().ownAnalyzers();
        return QueryFields.of(query).stream()
                .filter(name -> definition
                        .field(name)
                        .map(FieldMapping::type)
                        .filter(FieldType.TEXT::equals)
                        .isPresent())
                .filter(name -> !analyzers.containsKey(name)
                        || own.contains(analyzers.get(name))
                        || !Analyzers.isKnown(analyzers.get(name)))
                .toList();
    }

    @Override
    public List<String> remarks(
            Query query, IndexDefinition definition, Map<String, String> analyzers, boolean isEmpty) {
        return unknownAnalyzers(query, definition, analyzers).isEmpty()
                ? new QueryRemarks(
                                definition,
                                analyzers,
                                analyzers(definition, analyzers).queries())
                        .of(query, isEmpty)
                : List.of();
    }

    private IndexAnalyzers analyzers(IndexDefinition definition, Map<String, String> analyzers) {
        return analyzersOfIndexes.computeIfAbsent(Analyzers.complete(definition, analyzers), IndexAnalyzers::of);
    }

    @Override
    public boolean matches(Query query, IndexDefinition definition, Map<String, String> analyzers, Document document) {
        return of(query, definition, analyzers).test(document);
    }

    @Override
    public Predicate<Document> of(Query query, IndexDefinition definition, Map<String, String> analyzers) {
        IndexAnalyzers both = analyzers(definition, analyzers);
        DocumentFactory documents = new DocumentFactory(definition);
        org.apache.lucene.search.Query translated =
                QueryTranslator.ofDocuments(definition, both.queries()).translate(query);
        return document -> matches(translated, documents, both.documents(), document);
    }

    private static boolean matches(
            org.apache.lucene.search.Query query, DocumentFactory documents, Analyzer analyzer, Document document) {
        try {
            MemoryIndex index = MemoryIndex.fromDocument(documents.searchable(document), analyzer);
            return index.createSearcher().count(query) > 0;
        } catch (RejectedDocumentException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("a document in memory cannot be searched", e);
        }
    }
}
