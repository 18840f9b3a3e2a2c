/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/**
 * Chooses and makes analyzers by name. Names are Elasticsearch's, so that one definition serves both backends; so is what
 * they do, as far as their defaults go.
 */
final class Analyzers {
    private static final Map<String, Supplier<Analyzer>> BY_NAME = NamedAnalyzers.all();

    private Analyzers() {}

    /**
     * The first analyzer of each text field's list that is known here.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID, naming every field that has none, or if the definition is one for
     *     Elasticsearch alone
     */
    static Map<String, String> choose(IndexDefinition definition) {
        refuseElasticsearch(definition);
        Map<String, String> chosen = new TreeMap<>();
        StringBuilder problems = new StringBuilder();
        for (FieldMapping field : definition.fields()) {
            if (field.type() == FieldType.TEXT) {
                field.analyzers().stream()
                        .filter(BY_NAME::containsKey)
                        .findFirst()
                        .ifPresentOrElse(name -> chosen.put(field.name(), name), () -> problems.append(
                                        problems.isEmpty() ? "" : "; ")
                                .append("field ")
                                .append(field.name())
                                .append(" asks for ")
                                .append(field.analyzers()));
            }
        }
        if (!problems.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "The embedded index has none of a field's analyzers: " + problems,
                    "Add one of these to the field's analyzers: " + String.join(", ", BY_NAME.keySet()),
                    null);
        }
        return chosen;
    }

    private static void refuseElasticsearch(IndexDefinition definition) {
        if (!definition.options().elasticsearch().equals(ElasticsearchOptions.NONE)) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "The definition of index " + definition.name()
                            + " has settings for Elasticsearch, and the embedded index has none of them",
                    "Take elasticsearch out of the definition, or write index.backend: elasticsearch in"
                            + " hbase-search.yaml.",
                    null);
        }
    }

    /** One for each text field, also for those that the index has chosen none for. */
    static Map<String, String> complete(IndexDefinition definition, Map<String, String> analyzers) {
        Map<String, String> complete = new TreeMap<>();
        for (FieldMapping field : definition.fields()) {
            if (field.type() == FieldType.TEXT) {
                complete.put(field.name(), analyzers.getOrDefault(field.name(), "standard"));
            }
        }
        return complete;
    }

    /** All that there are. */
    static Set<String> names() {
        return Set.copyOf(BY_NAME.keySet());
    }

    /** Whether it does here what it does in Elasticsearch. */
    static boolean isKnown(String name) {
        return BY_NAME.containsKey(name);
    }

    /**
     * One analyzer that treats each text field as it was chosen, and any other field as a whole. A name that only
     * Elasticsearch knows is taken for {@code standard}. Closed by the caller.
     */
    static Analyzer forFields(Map<String, String> chosen) {
        Map<String, Analyzer> byName = new HashMap<>();
        Map<String, Analyzer> byField = new HashMap<>();
        chosen.forEach((field, name) -> byField.put(
                field, byName.computeIfAbsent(name, unknown -> BY_NAME.getOrDefault(name, StandardAnalyzer::new)
                        .get())));
        return new FieldAnalyzers(new KeywordAnalyzer(), byField);
    }
}
