/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import io.hbasesearch.core.yaml.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The keys of {@code hbase-search.yaml}. */
final class ServiceSettings {
    private static final long KILOBYTE = 1L << 10;
    private static final long MEGABYTE = 1L << 20;
    private static final long GIGABYTE = 1L << 30;
    private static final ValueType<Duration> INTERVAL = ValueType.duration(Duration.ofMillis(1), Duration.ofHours(1));
    private static final ValueType<Duration> TIMEOUT = ValueType.duration(Duration.ofMillis(100), Duration.ofHours(1));
    private static final ValueType<Long> BUFFER = ValueType.size(MEGABYTE, 64 * GIGABYTE);
    private static final ValueType<Integer> PORT = ValueType.integer(0, 65_535, "");
    private static final ValueType<Secret> SECRET = ValueType.text().secret().as(Secret::new);

    static final Setting<Path> DEFINITIONS =
            Setting.withDefault("definitions", ConfigTypes.path(), "indexes", "directory of the index definitions");

    static final Setting<Path> INCLUDE = Setting.optional(
            YamlFile.INCLUDE,
            ConfigTypes.path(),
            "another file of this directory, with the same settings: those apply that this file does not set itself");

    static final Setting<String> ZOOKEEPER =
            Setting.required("zookeeper", ConfigTypes.hosts(), "addresses of HBase's ZooKeeper servers");
    static final Setting<String> ZNODE =
            Setting.withDefault("znode", ConfigTypes.znode(), "/hbase", "parent znode of the HBase cluster");
    static final Setting<Path> SITE =
            Setting.optional("site", ConfigTypes.path(), "hbase-site.xml file to read before the other settings");
    static final Setting<Map<String, String>> HBASE_PROPERTIES = Setting.withDefault(
            "properties", ValueType.text().map(), "{}", "HBase client properties; they override every other source");
    static final Setting<Duration> HBASE_TIMEOUT =
            Setting.withDefault("timeout", TIMEOUT, "10s", "timeout of one batch of gets, and of connecting");
    static final SettingGroup HBASE =
            SettingGroup.of("hbase", "connection to HBase", ZOOKEEPER, ZNODE, SITE, HBASE_PROPERTIES, HBASE_TIMEOUT);

    static final Setting<String> BOOTSTRAP_SERVERS =
            Setting.required("bootstrapServers", ConfigTypes.hostsWithPorts(), "addresses of Kafka brokers");
    static final Setting<Map<String, Secret>> KAFKA_PROPERTIES =
            Setting.withDefault("properties", SECRET.map(), "{}", "Kafka client properties, such as security settings");
    static final SettingGroup KAFKA =
            SettingGroup.of("kafka", "connection to Kafka", BOOTSTRAP_SERVERS, KAFKA_PROPERTIES);

    static final Setting<BackendConfig.Kind> BACKEND = Setting.withDefault(
            "backend",
            ValueType.oneOf(kinds()),
            "lucene",
            "where indexes are stored: embedded in this process, or in Elasticsearch");

    static final Setting<Path> LUCENE_DIRECTORY = Setting.withDefault(
            "directory", ConfigTypes.path(), "../data/lucene", "parent directory of the directories of indexes");
    static final Setting<Duration> LUCENE_REFRESH = Setting.withDefault(
            "refreshInterval", INTERVAL, "50ms", "longest time until a write is visible to searches");
    static final Setting<Long> LUCENE_BUFFER = Setting.withDefault(
            "bufferBytes", BUFFER, "64MB", "memory per index for documents that are not yet on disk");
    static final SettingGroup LUCENE =
            SettingGroup.of("lucene", "embedded Lucene indexes", LUCENE_DIRECTORY, LUCENE_REFRESH, LUCENE_BUFFER);

    static final SettingGroup INDEX =
            SettingGroup.of("index", "index storage", BACKEND).with(LUCENE, ElasticsearchSettings.ELASTICSEARCH);

    static final Setting<Integer> POLL_RECORDS = Setting.withDefault(
            "pollRecords",
            ValueType.integer(1, 100_000, "events"),
            "1000",
            "maximum number of events in one poll of Kafka");
    static final Setting<Integer> READ_BATCH = Setting.withDefault(
            "readBatch", ValueType.integer(1, 10_000, "rows"), "200", "maximum number of rows in one read");
    static final Setting<Integer> READ_CONCURRENCY = Setting.withDefault(
            "readConcurrency", ValueType.integer(1, 256, "reads"), "4", "number of concurrent reads of rows per index");
    static final Setting<Integer> BUFFERED_EVENTS = Setting.withDefault(
            "bufferedEvents",
            ValueType.integer(1, 10_000_000, "events"),
            "10000",
            "maximum number of events per index between poll and acknowledgement; at the limit, partitions are paused");
    static final Setting<Long> BUFFERED_BYTES = Setting.withDefault(
            "bufferedBytes",
            BUFFER,
            "64MB",
            "maximum bytes per index of these events and of the rows read for them; at the limit, partitions are"
                    + " paused");
    static final Setting<Duration> COMMIT_INTERVAL =
            Setting.withDefault("commitInterval", INTERVAL, "1s", "interval between commits of acknowledged offsets");
    static final Setting<Duration> IDENTITY_INTERVAL = Setting.withDefault(
            "identityInterval", INTERVAL, "30s", "interval between checks of the topic's id and partition count");
    static final Setting<Duration> STUB_RETENTION = Setting.withDefault(
            "stubRetention",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
            "24h",
            "how long the stub of a deleted row is kept; must be the same for all processes of an index. A document"
                    + " whose read is older than a quarter of this time is not written; its row is read again");
    static final Setting<Duration> DRAIN_TIMEOUT =
            Setting.withDefault("drainTimeout", TIMEOUT, "20s", "maximum time that a stop waits for work in flight");
    static final Setting<Long> MAX_ROW_BYTES = Setting.optional(
            "maxRowBytes",
            ValueType.size(KILOBYTE, GIGABYTE),
            "maximum bytes of the mapped cells of one row; a larger row becomes a dead letter. Default: 16MB, or"
                    + " 1/32 of the heap if the heap is smaller than 512MB");
    static final SettingGroup INDEXER = SettingGroup.of(
                    "indexer",
                    "the pipeline from Kafka to the index",
                    POLL_RECORDS,
                    READ_BATCH,
                    READ_CONCURRENCY,
                    BUFFERED_EVENTS,
                    BUFFERED_BYTES,
                    COMMIT_INTERVAL,
                    IDENTITY_INTERVAL,
                    STUB_RETENTION,
                    DRAIN_TIMEOUT,
                    MAX_ROW_BYTES)
            .with(ScrubSettings.SCRUB);

    static final Setting<String> GATEWAY_HOST = Setting.withDefault(
            "host",
            ConfigTypes.host(),
            "127.0.0.1",
            "address to listen on; an address other than loopback requires API keys");
    static final Setting<Integer> GATEWAY_PORT =
            Setting.withDefault("port", PORT, "8080", "port to listen on; 0 selects a free port");
    static final Setting<List<ApiKey>> API_KEYS = Setting.withDefault(
            "apiKeys",
            ConfigTypes.apiKey().list(),
            "[]",
            "API keys, each for all indexes or for those that it names; a caller must present one of them. Without"
                    + " keys, only loopback is allowed");
    static final Setting<Path> API_KEYS_FILE = Setting.optional(
            "apiKeysFile",
            ConfigTypes.path(),
            "file with further API keys, one per line as in apiKeys; lines that begin with # are ignored. The file"
                    + " is read again when it changes");
    static final Setting<Duration> REQUEST_TIMEOUT =
            Setting.withDefault("requestTimeout", TIMEOUT, "10s", "deadline of a request, shared by search and fetch");
    static final Setting<Integer> MAX_HITS = Setting.withDefault(
            "maxHits", ValueType.integer(1, 10_000, "hits"), "1000", "maximum number of hits in a page");
    static final Setting<Long> MAX_ANSWER_BYTES = Setting.withDefault(
            "maxAnswerBytes",
            ValueType.size(KILOBYTE, GIGABYTE),
            "16MB",
            "maximum bytes of the rows in one answer, or in one page of a stream. The answer ends before the row"
                    + " that would exceed the limit, and its cursor continues there; a single row is always returned"
                    + " whole");
    static final Setting<Integer> MAX_SNAPSHOTS = Setting.withDefault(
            "maxSnapshots",
            ValueType.integer(1, 10_000, "snapshots"),
            "100",
            "maximum number of index snapshots kept for paging; a new one replaces the least recently used one, and"
                    + " the next page of that one reports the loss");
    static final Setting<Secret> CURSOR_KEY = Setting.optional(
            "cursorKey",
            ConfigTypes.signingKey(),
            "key that signs cursors; must be the same for all gateways behind one address. Without it, each process"
                    + " creates its own");
    static final SettingGroup GATEWAY = SettingGroup.of(
                    "gateway",
                    "the REST API and the search page",
                    GATEWAY_HOST,
                    GATEWAY_PORT,
                    API_KEYS,
                    API_KEYS_FILE,
                    REQUEST_TIMEOUT,
                    MAX_HITS,
                    MAX_ANSWER_BYTES,
                    MAX_SNAPSHOTS,
                    CURSOR_KEY)
            .with(GatewayResilienceSettings.groups())
            .refusing("hedgedReads", "does not exist any more: remove it, slow reads are not attempted twice");

    static final Setting<String> OPERATIONS_HOST = Setting.withDefault(
            "host",
            ConfigTypes.host(),
            "127.0.0.1",
            "address to listen on; an address other than loopback requires gateway.apiKeys");
    static final Setting<Integer> OPERATIONS_PORT =
            Setting.withDefault("port", PORT, "8081", "port of an indexer; 0 selects a free port");
    static final Setting<Integer> OPERATIONS_GATEWAY_PORT = Setting.withDefault(
            "gatewayPort",
            PORT,
            "8082",
            "port of a gateway or of serve, for health and metrics only; 0 selects a free port");

    static final Setting<Duration> ALARM_INTERVAL = Setting.withDefault(
            "interval",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "30s",
            "interval between checks of the backlog in HBase and Kafka");
    static final Setting<Duration> WAL_BACKLOG_AGE = Setting.withDefault(
            "walBacklogAge",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
            "5m",
            "maximum time that the oldest edit may wait in HBase's WALs, or a peer may be disabled, before a warning");
    static final Setting<Duration> KAFKA_HEADROOM = Setting.withDefault(
            "kafkaHeadroom",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
            "24h",
            "how long before the topic's retention may delete an unread event a warning is raised; half of the"
                    + " retention if that is shorter");
    static final SettingGroup ALARMS = SettingGroup.of(
            "alarms",
            "warnings of indexers and gateways about edits that wait too long or may be deleted unread",
            ALARM_INTERVAL,
            WAL_BACKLOG_AGE,
            KAFKA_HEADROOM);

    static final Setting<Duration> DEFINITIONS_INTERVAL = Setting.withDefault(
            "definitionsInterval",
            ValueType.duration(Duration.ofMillis(100), Duration.ofDays(1)),
            "5s",
            "interval between checks of the index definition files; a change that leaves documents as they are takes"
                    + " effect without a restart");
    static final SettingGroup OPERATIONS = SettingGroup.of(
                    "operations",
                    "listeners for health and metrics; a gateway has one in addition to its own port",
                    OPERATIONS_HOST,
                    OPERATIONS_PORT,
                    OPERATIONS_GATEWAY_PORT,
                    DEFINITIONS_INTERVAL)
            .with(ALARMS);

    static final SettingGroup ROOT = SettingGroup.root(
            "hbase-search", List.of(INCLUDE, DEFINITIONS), List.of(HBASE, KAFKA, INDEX, INDEXER, GATEWAY, OPERATIONS));

    private ServiceSettings() {}

    private static Map<String, BackendConfig.Kind> kinds() {
        Map<String, BackendConfig.Kind> kinds = new LinkedHashMap<>();
        for (BackendConfig.Kind kind : BackendConfig.Kind.values()) {
            kinds.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
        return kinds;
    }
}
