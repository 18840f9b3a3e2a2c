/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.elasticsearch.client.ElasticsearchFailures;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses, from the analyzers in a definition, those that Elasticsearch has. Safe for use by several threads. Borrows the
 * connection.
 */
final class AnalyzerChoice {
    private static final Logger log = LoggerFactory.getLogger(AnalyzerChoice.class);

    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;

    AnalyzerChoice(ElasticsearchConnection connection, ElasticsearchFailures failures) {
        this.connection = connection;
        this.failures = failures;
    }

    /**
     * Chooses for each text field the first available analyzer.
     *
     * @return the analyzers in their current versions; those of the definition have none
     */
    Map<String, String> choose(IndexDefinition definition) {
        Map<String, Boolean> known = new LinkedHashMap<>();
        Set<String> own = Set.copyOf(definition.options().elasticsearch().ownAnalyzers());
        own.forEach(name -> known.put(name, true));
        Map<String, String> chosen = new LinkedHashMap<>();
        for (FieldMapping field : definition.fields()) {
            if (field.type() == FieldType.TEXT) {
                String name = choose(definition.name(), field, known);
                chosen.put(
                        field.name(),
                        own.contains(name)
                                ? name
                                : AnalyzerVersion.current(name).stored());
            }
        }
        return chosen;
    }

    private String choose(String index, FieldMapping field, Map<String, Boolean> known) {
        List<String> wanted = field.analyzers();
        String chosen = wanted.stream()
                .filter(name -> known.computeIfAbsent(name, this::isThere))
                .findFirst()
                .orElseThrow(() -> noneOf(field));
        if (!chosen.equals(wanted.get(0))) {
            log.info(
                    "index {}: field {} is analysed by {}, because Elasticsearch has no {}{}",
                    index,
                    field.name(),
                    chosen,
                    wanted.get(0),
                    AnalyzerPresets.plugin(wanted.get(0))
                            .map(plugin -> " without the plugin " + plugin)
                            .orElse(""));
        }
        return chosen;
    }

    private HBaseSearchException noneOf(FieldMapping field) {
        List<String> plugins = field.analyzers().stream()
                .flatMap(name -> AnalyzerPresets.plugin(name).stream())
                .distinct()
                .toList();
        String message = "Elasticsearch at " + connection.urls() + " has none of the analyzers " + field.analyzers()
                + " of the field " + field.name();
        if (plugins.isEmpty()) {
            return new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    message,
                    "Add a built-in analyzer, such as standard, at the end of the list.",
                    null);
        }
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                message + ", which need the plugin " + String.join(" or ", plugins) + " on every server",
                "Install it on every server, and restart them: bin/elasticsearch-plugin install " + plugins.get(0)
                        + ". Or add a built-in analyzer as a fallback: analyzers: ["
                        + String.join(", ", field.analyzers()) + ", cjk]",
                null);
    }

    private boolean isThere(String name) {
        try {
            connection.client().indices().analyze(AnalyzerPresets.probe(AnalyzerVersion.current(name)));
            return true;
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isBadRequest(e)) {
                return false;
            }
            throw failures.of("ask for the analyzer " + name, e);
        }
    }
}
