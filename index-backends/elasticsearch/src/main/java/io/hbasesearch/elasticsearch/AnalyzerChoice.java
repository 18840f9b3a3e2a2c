/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which of the analyzers that a definition lists Elasticsearch has. Safe for use by several threads. Borrows the connection. */
final class AnalyzerChoice {
    private final ElasticsearchConnection connection;
    private final ElasticsearchFailures failures;

    AnalyzerChoice(ElasticsearchConnection connection, ElasticsearchFailures failures) {
        this.connection = connection;
        this.failures = failures;
    }

    /** For each text field the first that there is. */
    Map<String, String> choose(IndexDefinition definition) {
        Map<String, Boolean> known = new LinkedHashMap<>();
        Map<String, String> chosen = new LinkedHashMap<>();
        for (FieldMapping field : definition.fields()) {
            if (field.type() == FieldType.TEXT) {
                chosen.put(
                        field.name(),
                        field.analyzers().stream()
                                .filter(name -> known.computeIfAbsent(name, this::isThere))
                                .findFirst()
                                .orElseThrow(() -> noneOf(field)));
            }
        }
        return chosen;
    }

    private HBaseSearchException noneOf(FieldMapping field) {
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "Elasticsearch at " + connection.urls() + " has none of the analyzers " + field.analyzers()
                        + " of the field " + field.name(),
                "Add an analyzer that every server has, such as standard, at the end of the list.",
                null);
    }

    private boolean isThere(String name) {
        try {
            connection.client().indices().analyze(a -> a.analyzer(name).text("a"));
            return true;
        } catch (IOException | RuntimeException e) {
            if (ElasticsearchFailures.isBadRequest(e)) {
                return false;
            }
            throw failures.of("ask for the analyzer " + name, e);
        }
    }
}
