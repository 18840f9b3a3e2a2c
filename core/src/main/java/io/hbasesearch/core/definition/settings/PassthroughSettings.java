/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.util.Map;
import java.util.TreeMap;

/** The keys of {@code elasticsearch}, and the names that are refused under them. */
public final class PassthroughSettings {
    public static final Setting<Integer> SHARDS = Setting.optional(
            "shards",
            ValueType.integer(1, 1024, ""),
            "number of primary shards; if absent, index.elasticsearch.shards of the service");
    public static final Setting<Integer> REPLICAS = Setting.optional(
            "replicas",
            ValueType.integer(0, 100, ""),
            "number of replicas of each shard; if absent, index.elasticsearch.replicas of the service");
    public static final Setting<String> ROUTING = Setting.optional(
            "routing",
            ValueType.text(),
            "part of the row key that distributes documents over shards, so that a search for one of its values"
                    + " reads one shard");
    public static final Setting<Map<String, Object>> SETTINGS = Setting.optional(
            "settings",
            ValueType.anyMapping("a mapping of Elasticsearch's index settings"),
            "Elasticsearch index settings, nested or with dots: sorting, codec, analysis and others");
    public static final Setting<Map<String, Object>> MAPPING = Setting.optional(
            "mapping",
            ValueType.anyMapping("a mapping of parts of Elasticsearch's mappings"),
            "parts of the index's mapping other than its fields, such as runtime");
    public static final Setting<Map<String, Map<String, Object>>> FIELDS = Setting.optional(
            "fields",
            ValueType.anyMapping("a mapping of parameters").map(),
            "mapping parameters by field name: norms, fields, similarity and others");
    public static final SettingGroup ELASTICSEARCH = SettingGroup.of(
                    "elasticsearch",
                    "settings passed to Elasticsearch when an index is created; rejected with embedded Lucene indexes",
                    SHARDS,
                    REPLICAS,
                    ROUTING,
                    SETTINGS,
                    MAPPING,
                    FIELDS)
            .refusing(
                    "pipeline",
                    "cannot be set: what an ingest pipeline adds, drops or moves is not what the definition makes of the row,"
                            + " so verify could not tell right from wrong. Compute values with transform, labels, a codec or"
                            + " a function of your own, or at search time with elasticsearch.mapping.runtime");

    private static final String OTHER_VALUES = "would index other values than the row has";
    private static final String OTHER_DOCUMENTS =
            "cannot be set: a document is what the definition makes of its row, or verify would find it wrong for ever";
    private static final String OTHER_IDS =
            "cannot be set: documents are kept by ids and versions that it would change";
    private static final String NEVER_ADDED = "has no meaning: fields come from the definition and are never added";

    /** Refused settings, or prefixes of settings, with the reasons. */
    public static final Map<String, String> REFUSED_SETTINGS = new TreeMap<>(Map.ofEntries(
            Map.entry("index.number_of_shards", "is written as elasticsearch.shards"),
            Map.entry(
                    "index.number_of_replicas", "is written as elasticsearch.replicas; a rebuild lowers it meanwhile"),
            Map.entry("index.auto_expand_replicas", "would undo what a rebuild does: write elasticsearch.replicas"),
            Map.entry(
                    "index.refresh_interval",
                    "is written as index.elasticsearch.refreshInterval in hbase-search.yaml; a rebuild lowers it"
                            + " meanwhile"),
            Map.entry("index.default_pipeline", OTHER_DOCUMENTS),
            Map.entry("index.final_pipeline", OTHER_DOCUMENTS),
            Map.entry("index.mapping.coerce", OTHER_VALUES),
            Map.entry("index.mapping.ignore_malformed", OTHER_VALUES),
            Map.entry("index.mapping.source", OTHER_DOCUMENTS),
            Map.entry(
                    "index.translog",
                    "cannot be set: what Elasticsearch has acknowledged is never sent again, so that it must be on disk"),
            Map.entry("index.mode", OTHER_IDS),
            Map.entry("index.time_series", OTHER_IDS),
            Map.entry("index.routing_path", OTHER_IDS),
            Map.entry("index.routing_partition_size", OTHER_IDS),
            Map.entry("index.lifecycle", "cannot be set: it would roll over or delete an index that is written to"),
            Map.entry("index.blocks", "cannot be set: it would stop the indexer")));

    /** Refused parts of the mapping, with the reasons. */
    public static final Map<String, String> REFUSED_MAPPING = new TreeMap<>(Map.of(
            "properties", "is written as elasticsearch.fields",
            "_meta", "cannot be set: the index keeps there what it is made by",
            "_source", OTHER_DOCUMENTS,
            "_routing", OTHER_IDS,
            "enabled", OTHER_DOCUMENTS,
            "dynamic", NEVER_ADDED,
            "dynamic_templates", NEVER_ADDED,
            "date_detection", NEVER_ADDED,
            "numeric_detection", NEVER_ADDED,
            "subobjects", OTHER_DOCUMENTS));

    /** Refused parameters of a field, with the reasons. */
    public static final Map<String, String> REFUSED_OF_FIELDS = new TreeMap<>(Map.ofEntries(
            Map.entry("type", "is what the field's type makes it"),
            Map.entry("analyzer", "is written as analyzer or analyzers of the field"),
            Map.entry("format", "is that of all dates: what a row has is said by the field's pattern"),
            Map.entry("normalizer", "is written as transform of the field"),
            Map.entry("copy_to", "is written as copyTo of the field"),
            Map.entry("coerce", OTHER_VALUES),
            Map.entry("ignore_malformed", OTHER_VALUES),
            Map.entry("ignore_above", OTHER_VALUES),
            Map.entry("null_value", OTHER_VALUES),
            Map.entry("dynamic", NEVER_ADDED),
            Map.entry("properties", NEVER_ADDED)));

    private PassthroughSettings() {}
}
