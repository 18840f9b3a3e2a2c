/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.PassthroughSettings;
import io.hbasesearch.core.yaml.YamlText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of a definition that is passed to Elasticsearch. Values are String, Boolean, Long, Double, List and Map. Immutable as long
 * as nested values are not changed.
 *
 * @param shards of a new physical index; empty for the service's setting
 * @param replicas of a new physical index; empty for the service's setting
 * @param routing the part of the row key whose value chooses a document's shard; empty to choose by the id
 * @param settings by their full names, which begin with {@code index.}
 * @param mapping the mapping except for the fields
 * @param fields additional parameters of fields, by the fields' names
 */
public record ElasticsearchOptions(
        Optional<Integer> shards,
        Optional<Integer> replicas,
        Optional<String> routing,
        Map<String, Object> settings,
        Map<String, Object> mapping,
        Map<String, Map<String, Object>> fields) {
    /** No options: the default. */
    public static final ElasticsearchOptions NONE = new ElasticsearchOptions(
            Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of());

    private static final Pattern ANALYZER = Pattern.compile("index\\.analysis\\.analyzer\\.([^.]+)\\..*");

    public ElasticsearchOptions {
        Objects.requireNonNull(shards, "shards");
        Objects.requireNonNull(replicas, "replicas");
        Objects.requireNonNull(routing, "routing");
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        mapping = Collections.unmodifiableMap(new TreeMap<>(mapping));
        fields = Collections.unmodifiableMap(new TreeMap<>(fields));
    }

    /** Returns the analyzers that the settings define. */
    public Set<String> ownAnalyzers() {
        return settings.keySet().stream()
                .map(ANALYZER::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    String text() {
        Map<String, String> entries = new LinkedHashMap<>();
        shards.ifPresent(number -> entries.put(PassthroughSettings.SHARDS.key(), number.toString()));
        replicas.ifPresent(number -> entries.put(PassthroughSettings.REPLICAS.key(), number.toString()));
        routing.ifPresent(part -> entries.put(PassthroughSettings.ROUTING.key(), YamlText.quote(part)));
        put(entries, PassthroughSettings.SETTINGS.key(), settings);
        put(entries, PassthroughSettings.MAPPING.key(), mapping);
        put(entries, PassthroughSettings.FIELDS.key(), fields);
        return YamlText.mapping(entries);
    }

    private static void put(Map<String, String> entries, String key, Map<String, ?> values) {
        if (!values.isEmpty()) {
            entries.put(key, YamlText.plain(values));
        }
    }
}
