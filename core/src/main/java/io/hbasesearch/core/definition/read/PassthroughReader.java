/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.PassthroughSettings;
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the settings that are passed to Elasticsearch, and refuses those that would break the guarantee that an index follows its
 * table.
 */
final class PassthroughReader {
    private static final String INDEX = "index.";

    private final SettingValues values;
    private final List<FieldMapping> fields;
    private final List<String> written;
    private final RowKeyReader rowKey;

    /**
     * @param values the settings of this section
     * @param fields as far as they could be read
     * @param written names of all entries under {@code fields}
     */
    PassthroughReader(SettingValues values, List<FieldMapping> fields, List<String> written, RowKeyReader rowKey) {
        this.values = values;
        this.fields = List.copyOf(fields);
        this.written = List.copyOf(written);
        this.rowKey = rowKey;
    }

    ElasticsearchOptions read() {
        Map<String, Object> settings = new TreeMap<>();
        values.find(PassthroughSettings.SETTINGS).ifPresent(nested -> flatten("", nested, settings));
        settings.keySet().forEach(this::checkSetting);
        Map<String, Object> mapping = values.find(PassthroughSettings.MAPPING).orElse(Map.of());
        mapping.keySet()
                .forEach(key -> refuse(PassthroughSettings.MAPPING, "", key, PassthroughSettings.REFUSED_MAPPING));
        if (mapping.get("runtime") instanceof Map<?, ?> runtime) {
            runtime.keySet().forEach(name -> checkRuntime(name.toString()));
        }
        Map<String, Map<String, Object>> more =
                values.find(PassthroughSettings.FIELDS).orElse(Map.of());
        more.forEach(this::checkField);
        return new ElasticsearchOptions(
                values.find(PassthroughSettings.SHARDS),
                values.find(PassthroughSettings.REPLICAS),
                routing(),
                settings,
                mapping,
                more);
    }

    private Optional<String> routing() {
        Optional<String> part = values.find(PassthroughSettings.ROUTING);
        if (part.isPresent() && !rowKey.hasSpec()) {
            values.problem(
                    PassthroughSettings.ROUTING,
                    "needs rowKey.spec: where a document is derives from its row key alone, or its row's next edit would"
                            + " not find it");
            return Optional.empty();
        }
        Optional<KeyFields> known = rowKey.keyFields();
        part.filter(name -> known.isPresent() && known.get().type(name).isEmpty())
                .ifPresent(name -> values.problem(
                        PassthroughSettings.ROUTING,
                        RowKeyReader.unknown(name, known.orElseThrow().names())));
        return part;
    }

    /** Flattens nested settings as Elasticsearch does: {@code a: {b: 1}} means {@code a.b: 1}, with or without the prefix {@code index.} */
    private static void flatten(String path, Map<?, ?> nested, Map<String, Object> into) {
        nested.forEach((key, value) -> {
            String name = path.isEmpty() ? key.toString() : path + "." + key;
            if (value instanceof Map<?, ?> inner && !inner.isEmpty()) {
                flatten(name, inner, into);
            } else {
                into.put(name.startsWith(INDEX) ? name : INDEX + name, value);
            }
        });
    }

    private void checkSetting(String name) {
        PassthroughSettings.REFUSED_SETTINGS.forEach((refused, reason) -> {
            if (name.equals(refused) || name.startsWith(refused + ".")) {
                values.problem(PassthroughSettings.SETTINGS, "has " + name + ", which " + reason);
            }
        });
    }

    private void checkField(String name, Map<String, Object> parameters) {
        boolean known = fields.stream().anyMatch(field -> field.name().equals(name));
        if (fields.stream()
                .anyMatch(field -> field.name().equals(name) && field.source() instanceof FieldSource.OfCell)) {
            values.problem(
                    PassthroughSettings.FIELDS,
                    "has " + name + ", which is a field of cells: only those of rows can have parameters of"
                            + " Elasticsearch's own");
        }
        if (!known && !written.contains(name)) {
            values.problem(
                    PassthroughSettings.FIELDS,
                    "has " + name + ", which is not a field of this definition"
                            + Suggestion.nearest(
                                            name,
                                            fields.stream()
                                                    .map(FieldMapping::name)
                                                    .toList())
                                    .map(nearest -> "; did you mean " + nearest + "?")
                                    .orElse(""));
        }
        parameters
                .keySet()
                .forEach(key ->
                        refuse(PassthroughSettings.FIELDS, name + ".", key, PassthroughSettings.REFUSED_OF_FIELDS));
    }

    /**
     * Refuses a runtime field with the name of a field: it would hide that field from searches, from the alias and from the purge of
     * stubs.
     */
    private void checkRuntime(String name) {
        boolean taken = name.startsWith("_")
                || written.contains(name)
                || fields.stream().anyMatch(field -> field.name().equals(name));
        if (taken) {
            values.problem(
                    PassthroughSettings.MAPPING,
                    "has runtime." + name + ", which would hide the field of this name: choose another name");
        }
    }

    private void refuse(Setting<?> setting, String prefix, String key, Map<String, String> refused) {
        String reason = refused.get(key);
        if (reason != null) {
            values.problem(setting, "has " + prefix + key + ", which " + reason);
        }
    }
}
