/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chooses analyzers by name. The names are Elasticsearch's, so that one definition serves both backends; so is the
 * behaviour of their defaults.
 */
public final class Analyzers {
    private Analyzers() {}

    /**
     * Chooses, for each text field, the first analyzer of its list that is known here.
     *
     * @return the analyzers in their current versions
     * @throws HBaseSearchException CONFIGURATION_INVALID, with every field that has none, or if the definition is for
     *     Elasticsearch only
     */
    public static Map<String, String> choose(IndexDefinition definition) {
        refuseElasticsearch(definition);
        Map<String, String> chosen = new TreeMap<>();
        StringBuilder problems = new StringBuilder();
        for (FieldMapping field : definition.fields()) {
            if (field.type() == FieldType.TEXT) {
                field.analyzers().stream()
                        .filter(NamedAnalyzers.names()::contains)
                        .findFirst()
                        .map(name -> AnalyzerVersion.current(name).stored())
                        .ifPresentOrElse(name -> chosen.put(field.name(), name), () -> problems.append(
                                        problems.isEmpty() ? "" : "; ")
                                .append("field ")
                                .append(field.name())
                                .append(" lists ")
                                .append(field.analyzers()));
            }
        }
        if (!problems.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "The embedded index has none of a field's analyzers: " + problems,
                    "Add one of these to the field's analyzers: " + String.join(", ", NamedAnalyzers.names()),
                    null);
        }
        return chosen;
    }

    private static void refuseElasticsearch(IndexDefinition definition) {
        if (!definition.options().elasticsearch().equals(ElasticsearchOptions.NONE)) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "The definition of index " + definition.name()
                            + " has settings for Elasticsearch, which the embedded index does not support",
                    "Remove elasticsearch from the definition, or set index.backend: elasticsearch in"
                            + " hbase-search.yaml.",
                    null);
        }
    }

    /** Returns an analyzer for each text field, also for those without a choice in the index, or with one of the definition's own. */
    public static Map<String, String> complete(IndexDefinition definition, Map<String, String> analyzers) {
        Map<String, String> complete = new TreeMap<>();
        Set<String> own = definition.options().elasticsearch().ownAnalyzers();
        for (FieldMapping field : definition.fields()) {
            if (field.type() == FieldType.TEXT) {
                String chosen = analyzers.getOrDefault(field.name(), "standard");
                complete.put(field.name(), own.contains(chosen) ? "standard" : chosen);
            }
        }
        return complete;
    }

    /** Returns the names of all analyzers. */
    public static Set<String> names() {
        return Set.copyOf(NamedAnalyzers.names());
    }

    /**
     * Returns whether the analyzer behaves here as in Elasticsearch.
     *
     * @param stored as the metadata of an index names it
     */
    public static boolean isKnown(String stored) {
        return NamedAnalyzers.find(stored).isPresent();
    }
}
