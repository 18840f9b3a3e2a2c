/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.FieldType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells what the analyzers of an index do not do, although a reader of its definition may expect it. Stateless. */
public final class AnalyzerNotes {
    private AnalyzerNotes() {}

    /** Returns a note for each field that has one, with the definition that the index stored; empty if it stored none. */
    public static Map<String, String> of(IndexMetadata index) {
        return index.definition().isEmpty()
                ? Map.of()
                : of(index, DefinitionText.read(index.index(), index.definition()));
    }

    /** @param definition that produced the index's documents */
    public static Map<String, String> of(IndexMetadata index, IndexDefinition definition) {
        Set<String> own = definition.options().elasticsearch().ownAnalyzers();
        Map<String, String> notes = new LinkedHashMap<>();
        for (FieldMapping field : definition.fields()) {
            String stored = index.analyzers().get(field.name());
            if (field.type() == FieldType.TEXT && stored != null) {
                AnalyzerVersion chosen = AnalyzerVersion.parse(stored);
                fallback(index, field, chosen)
                        .or(() -> own.contains(stored) ? Optional.empty() : former(index, chosen))
                        .ifPresent(note -> notes.put(field.name(), note));
            }
        }
        return notes;
    }

    private static Optional<String> fallback(IndexMetadata index, FieldMapping field, AnalyzerVersion chosen) {
        String first =
                field.analyzers().isEmpty() ? chosen.name() : field.analyzers().get(0);
        return first.equals(chosen.name())
                ? Optional.empty()
                : Optional.of("a fallback: the backend did not have " + first
                        + " when the index was created; once it has, hbase-search reindex " + index.index()
                        + " --rebuild");
    }

    private static Optional<String> former(IndexMetadata index, AnalyzerVersion chosen) {
        return chosen.isFormer()
                ? Optional.of(
                        "its version " + chosen.version() + ", which does not find single characters; the present one"
                                + " does: hbase-search reindex " + index.index() + " --rebuild")
                : Optional.empty();
    }
}
