/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.text;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.FieldText;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.PassthroughSettings;
import io.hbasesearch.core.definition.settings.RankingSettings;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.settings.WhereSettings;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.yaml.YamlLeaves;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One difference between two definitions of an index, and its effect.
 *
 * @param setting its path in the definition, such as {@code fields.subject.type}
 * @param before as YAML; empty if the earlier definition does not have it
 * @param after as YAML; empty if the later definition does not have it
 * @param reason for this effect, in words that may follow "because"
 */
public record DefinitionChange(
        String setting, Optional<String> before, Optional<String> after, Effect effect, String reason) {
    private static final String FIELDS = DefinitionSettings.FIELDS.key();
    private static final String ROW_KEY = DefinitionSettings.ROW_KEY.key();
    private static final String QUERIES_ONLY = "only what queries mean changes, documents stay as they are";

    public DefinitionChange {
        Objects.requireNonNull(setting, "setting");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(reason, "reason");
    }

    /** The effects, from the least to the greatest. */
    public enum Effect {
        /** Documents stay as they are; running processes apply the change by themselves. */
        AT_ONCE,
        /** Documents or the index's mapping change, so a new generation must be built. */
        NEEDS_REBUILD,
        /** The table changes, and an index cannot move to another table. */
        NEEDS_NEW_INDEX
    }

    /**
     * Returns all differences, including settings that neither definition writes.
     *
     * @return empty if they are the same
     */
    public static List<DefinitionChange> between(IndexDefinition before, IndexDefinition after) {
        Map<String, List<String>> old = YamlLeaves.of(DefinitionText.write(before));
        Map<String, List<String>> now = YamlLeaves.of(DefinitionText.write(after));
        boolean sameDocuments = before.hash().equals(after.hash());
        List<DefinitionChange> changes = new ArrayList<>();
        Set<String> whole = new LinkedHashSet<>();
        addFields(before, after, changes, whole);
        Set<String> paths = new LinkedHashSet<>(old.keySet());
        paths.addAll(now.keySet());
        for (String path : paths) {
            boolean differs = !Objects.equals(old.get(path), now.get(path));
            if (differs && whole.stream().noneMatch(field -> path.startsWith(field + "."))) {
                changes.add(changed(path, text(old.get(path)), text(now.get(path)), sameDocuments));
            }
        }
        SynonymRules synonyms = before.options().synonyms();
        SynonymRules others = after.options().synonyms();
        if (!synonyms.equals(others)) {
            changes.add(new DefinitionChange(
                    DefinitionSettings.SYNONYMS.key(),
                    Optional.of(synonyms.toString()).filter(text -> !text.isEmpty()),
                    Optional.of(others.toString()).filter(text -> !text.isEmpty()),
                    Effect.AT_ONCE,
                    QUERIES_ONLY));
        }
        boolean explained = changes.stream().anyMatch(change -> change.effect() != Effect.AT_ONCE);
        if (!sameDocuments && !explained) {
            // The order of mappings matters only for a key's parts.
            changes.add(new DefinitionChange(
                    ROW_KEY + "." + DefinitionSettings.SPEC.key(),
                    Optional.empty(),
                    Optional.empty(),
                    Effect.NEEDS_REBUILD,
                    "the parts of the row key stand in another order"));
        }
        return List.copyOf(changes);
    }

    /** Returns the greatest effect of the changes; AT_ONCE if there are none. */
    public static Effect effect(List<DefinitionChange> changes) {
        return changes.stream()
                .map(DefinitionChange::effect)
                .max(Effect::compareTo)
                .orElse(Effect.AT_ONCE);
    }

    private static void addFields(
            IndexDefinition before, IndexDefinition after, List<DefinitionChange> changes, Set<String> whole) {
        for (FieldMapping field : before.fields()) {
            if (!isOfCell(field) && after.field(field.name()).isEmpty()) {
                whole.add(path(field));
                changes.add(new DefinitionChange(
                        path(field),
                        Optional.of(FieldText.of(field).toString()),
                        Optional.empty(),
                        Effect.NEEDS_REBUILD,
                        "documents still have the field"));
            }
        }
        for (FieldMapping field : after.fields()) {
            if (!isOfCell(field) && before.field(field.name()).isEmpty()) {
                whole.add(path(field));
                changes.add(new DefinitionChange(
                        path(field),
                        Optional.empty(),
                        Optional.of(FieldText.of(field).toString()),
                        Effect.NEEDS_REBUILD,
                        "documents do not have the field yet"));
            }
        }
    }

    /** Tells if a field belongs to cells. Their settings have a group of their own and are compared setting by setting. */
    private static boolean isOfCell(FieldMapping field) {
        return field.source() instanceof FieldSource.OfCell;
    }

    private static String path(FieldMapping field) {
        return FIELDS + "." + field.name();
    }

    private static DefinitionChange changed(
            String path, Optional<String> before, Optional<String> after, boolean sameDocuments) {
        if (path.equals(DefinitionSettings.TABLE.key())) {
            return new DefinitionChange(
                    path,
                    before,
                    after,
                    Effect.NEEDS_NEW_INDEX,
                    "an index cannot move to another table: delete it and create it again, or give the new one another name");
        }
        // Names of fields have no dot.
        boolean search = path.matches(FIELDS + "\\.[^.]+\\.(" + DefinitionSettings.DEFAULT.key() + "|"
                        + DefinitionSettings.WEIGHT.key() + ")")
                || path.startsWith(RankingSettings.RANKING.key() + ".");
        if (search || sameDocuments) {
            return new DefinitionChange(path, before, after, Effect.AT_ONCE, QUERIES_ONLY);
        }
        return new DefinitionChange(path, before, after, Effect.NEEDS_REBUILD, reason(path));
    }

    private static String reason(String path) {
        if (path.startsWith(ROW_KEY + ".")) {
            return "row keys are read in another way";
        }
        if (path.startsWith(WhereSettings.WHERE.key() + ".")) {
            return "other rows are indexed";
        }
        if (path.startsWith(PassthroughSettings.ELASTICSEARCH.key() + ".")) {
            return "the index itself is made in another way";
        }
        String setting = path.substring(path.lastIndexOf('.') + 1);
        if (setting.equals(ValueSettings.TYPE.key()) || setting.equals(DefinitionSettings.ANALYZERS.key())) {
            return "the index holds the field in another way";
        }
        return "documents have other values";
    }

    private static Optional<String> text(@Nullable List<String> value) {
        return Optional.ofNullable(value)
                .map(items -> items.size() == 1 ? items.get(0) : "[" + String.join(", ", items) + "]");
    }
}
