/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/**
 * The analyzers of an index's fields, which may split a document into more words than a query. Closed by its owner.
 *
 * @param documents for text of documents; fields that are no text are kept whole
 * @param queries for text of queries
 */
public record IndexAnalyzers(Analyzer documents, Analyzer queries) implements AutoCloseable {
    /**
     * Creates the analyzers.
     *
     * @param chosen the analyzer of each text field, as the index's metadata names it; one that only Elasticsearch knows is replaced by
     *     {@code standard}
     */
    public static IndexAnalyzers of(Map<String, String> chosen) {
        Map<String, IndexAnalyzers> byName = new HashMap<>();
        Map<String, Analyzer> documents = new HashMap<>();
        Map<String, Analyzer> queries = new HashMap<>();
        chosen.forEach((field, name) -> {
            IndexAnalyzers both = byName.computeIfAbsent(name, IndexAnalyzers::named);
            documents.put(field, both.documents());
            queries.put(field, both.queries());
        });
        return new IndexAnalyzers(
                new FieldAnalyzers(new KeywordAnalyzer(), documents),
                new FieldAnalyzers(new KeywordAnalyzer(), queries));
    }

    private static IndexAnalyzers named(String stored) {
        NamedAnalyzers.Preset preset = NamedAnalyzers.find(stored).orElseGet(() -> same(StandardAnalyzer::new));
        Analyzer documents = preset.documents().get();
        return new IndexAnalyzers(
                documents,
                preset.queries() == preset.documents()
                        ? documents
                        : preset.queries().get());
    }

    private static NamedAnalyzers.Preset same(Supplier<Analyzer> analyzer) {
        return new NamedAnalyzers.Preset(analyzer, analyzer);
    }

    @Override
    public void close() {
        documents.close();
        queries.close();
    }
}
