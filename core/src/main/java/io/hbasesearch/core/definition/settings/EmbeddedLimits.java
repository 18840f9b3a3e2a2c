/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reports settings that the embedded index does not support. An index is created long after its definition was written, so a check of
 * the file reports them early, with the line.
 *
 * @param analyzers of the embedded index
 */
public record EmbeddedLimits(Set<String> analyzers) {
    public EmbeddedLimits {
        Objects.requireNonNull(analyzers, "analyzers");
        analyzers = Set.copyOf(analyzers);
    }

    /** Reports unsupported settings at their positions. */
    public void check(SettingValues definition) {
        definition.each(DefinitionSettings.FIELDS).forEach(this::checkAnalyzers);
        definition
                .group(DefinitionSettings.CELLS)
                .each(DefinitionSettings.CELL_VALUES)
                .forEach(this::checkAnalyzers);
        SettingValues elasticsearch = definition.group(PassthroughSettings.ELASTICSEARCH);
        if (PassthroughSettings.ELASTICSEARCH.settings().stream().anyMatch(elasticsearch::isWritten)) {
            elasticsearch.problem(
                    "is for indexes in Elasticsearch, and hbase-search.yaml has index.backend: lucene: take it"
                            + " out, or write index.backend: elasticsearch there");
        }
    }

    private void checkAnalyzers(SettingValues field) {
        check(
                field,
                DefinitionSettings.ANALYZERS,
                field.find(DefinitionSettings.ANALYZERS).orElse(List.of()));
        check(
                field,
                DefinitionSettings.ANALYZER,
                field.find(DefinitionSettings.ANALYZER).map(List::of).orElse(List.of()));
    }

    private void check(SettingValues field, Setting<?> setting, List<String> names) {
        if (!names.isEmpty() && names.stream().noneMatch(analyzers::contains)) {
            String meant = Suggestion.nearest(names.get(0), analyzers)
                    .map(name -> "did you mean " + name + "? ")
                    .orElse("");
            field.problem(
                    setting,
                    (names.size() == 1 ? names.get(0) + " is none" : "has none")
                            + " that an index in this process has (index.backend: lucene in hbase-search.yaml); "
                            + meant
                            + "Add one of: " + String.join(", ", new TreeSet<>(analyzers)));
        }
    }
}
