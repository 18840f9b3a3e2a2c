/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

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
 * One thing in which two definitions of an index differ, and what it takes to have the later one.
 *
 * @param setting its path in the definition, as {@code fields.subject.type}
 * @param before as YAML; empty if the earlier definition does not have it
 * @param after as YAML; empty if the later definition does not have it
 * @param reason why it has this effect, in words that may follow "because"
 */
public record DefinitionChange(
        String setting, Optional<String> before, Optional<String> after, Effect effect, String reason) {
    private static final String FIELDS = DefinitionSettings.FIELDS.key();
    private static final String ROW_KEY = DefinitionSettings.ROW_KEY.key();

    public DefinitionChange {
        Objects.requireNonNull(setting, "setting");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(reason, "reason");
    }

    /** From the least to the greatest. */
    public enum Effect {
        /** Documents stay as they are: processes that run take it up by themselves. */
        AT_ONCE,
        /** Documents, or the index's own mapping, become others: a new generation is built. */
        NEEDS_REBUILD,
        /** An index stays with its table for life. */
        NEEDS_NEW_INDEX
    }

    /**
     * What differs, settings that neither definition writes included.
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
        boolean explained = changes.stream().anyMatch(change -> change.effect() != Effect.AT_ONCE);
        if (!sameDocuments && !explained) {
            // Of mappings only the order of a key's parts has a meaning.
            changes.add(new DefinitionChange(
                    ROW_KEY + "." + DefinitionSettings.SPEC.key(),
                    Optional.empty(),
                    Optional.empty(),
                    Effect.NEEDS_REBUILD,
                    "the parts of the row key stand in another order"));
        }
        return List.copyOf(changes);
    }

    /** The greatest of the changes' effects; AT_ONCE if there are none. */
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

    /** What is said of cells stands in a group of its own, and is told setting by setting. */
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
                    "an index stays with its table: delete it and create it anew, or give the new one another name");
        }
        // Names of fields hold no dot.
        boolean search = path.matches(FIELDS + "\\.[^.]+\\." + DefinitionSettings.DEFAULT.key());
        if (search || sameDocuments) {
            return new DefinitionChange(
                    path, before, after, Effect.AT_ONCE, "only what queries mean changes, documents stay as they are");
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
