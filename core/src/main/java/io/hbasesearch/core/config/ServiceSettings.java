/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
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
            Setting.withDefault("definitions", ConfigTypes.path(), "indexes", "the directory of index definitions");

    static final Setting<String> ZOOKEEPER =
            Setting.required("zookeeper", ConfigTypes.hosts(), "HBase's ZooKeeper servers");
    static final Setting<String> ZNODE =
            Setting.withDefault("znode", ConfigTypes.znode(), "/hbase", "the cluster's parent znode");
    static final Setting<Path> SITE =
            Setting.optional("site", ConfigTypes.path(), "a hbase-site.xml that is read first");
    static final Setting<Map<String, String>> HBASE_PROPERTIES = Setting.withDefault(
            "properties", ValueType.text().map(), "{}", "HBase client properties; they win over everything else");
    static final Setting<Duration> HBASE_TIMEOUT =
            Setting.withDefault("timeout", TIMEOUT, "10s", "for one batch of gets, and for connecting");
    static final SettingGroup HBASE =
            SettingGroup.of("hbase", "how HBase is reached", ZOOKEEPER, ZNODE, SITE, HBASE_PROPERTIES, HBASE_TIMEOUT);

    static final Setting<String> BOOTSTRAP_SERVERS =
            Setting.required("bootstrapServers", ConfigTypes.hostsWithPorts(), "Kafka's brokers");
    static final Setting<Map<String, Secret>> KAFKA_PROPERTIES =
            Setting.withDefault("properties", SECRET.map(), "{}", "Kafka client properties, such as security settings");
    static final SettingGroup KAFKA =
            SettingGroup.of("kafka", "how Kafka is reached", BOOTSTRAP_SERVERS, KAFKA_PROPERTIES);

    static final Setting<BackendConfig.Kind> BACKEND = Setting.withDefault(
            "backend", ValueType.oneOf(kinds()), "lucene", "where the index is: in this process, or in Elasticsearch");

    static final Setting<Path> LUCENE_DIRECTORY = Setting.withDefault(
            "directory", ConfigTypes.path(), "../data/lucene", "holds one directory for each index");
    static final Setting<Duration> LUCENE_REFRESH =
            Setting.withDefault("refreshInterval", INTERVAL, "50ms", "how long a write may stay invisible to searches");
    static final Setting<Long> LUCENE_BUFFER =
            Setting.withDefault("bufferBytes", BUFFER, "64MB", "memory for documents not yet on disk, for each index");
    static final SettingGroup LUCENE =
            SettingGroup.of("lucene", "the index in this process", LUCENE_DIRECTORY, LUCENE_REFRESH, LUCENE_BUFFER);

    static final SettingGroup INDEX =
            SettingGroup.of("index", "where documents live", BACKEND).with(LUCENE, ElasticsearchSettings.ELASTICSEARCH);

    static final Setting<Integer> POLL_RECORDS = Setting.withDefault(
            "pollRecords", ValueType.integer(1, 100_000, "events"), "1000", "the most events taken from Kafka at once");
    static final Setting<Integer> READ_BATCH =
            Setting.withDefault("readBatch", ValueType.integer(1, 10_000, "rows"), "200", "the most rows in one read");
    static final Setting<Integer> READ_CONCURRENCY = Setting.withDefault(
            "readConcurrency", ValueType.integer(1, 256, "reads"), "4", "reads of rows in flight, for each index");
    static final Setting<Integer> BUFFERED_EVENTS = Setting.withDefault(
            "bufferedEvents",
            ValueType.integer(1, 10_000_000, "events"),
            "10000",
            "events between poll and acknowledgement, for each index; full means that partitions pause");
    static final Setting<Long> BUFFERED_BYTES =
            Setting.withDefault("bufferedBytes", BUFFER, "64MB", "the same in bytes of events and of rows read");
    static final Setting<Duration> COMMIT_INTERVAL =
            Setting.withDefault("commitInterval", INTERVAL, "1s", "how often acknowledged positions are committed");
    static final Setting<Duration> IDENTITY_INTERVAL = Setting.withDefault(
            "identityInterval", INTERVAL, "30s", "how often topic id and partition count are checked again");
    static final Setting<Duration> STUB_RETENTION = Setting.withDefault(
            "stubRetention",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
            "24h",
            "how long the stub of a deleted row is kept, the same for all processes of an index; a document whose read is"
                    + " older than a quarter of it is never written, its row is read again");
    static final Setting<Duration> DRAIN_TIMEOUT =
            Setting.withDefault("drainTimeout", TIMEOUT, "20s", "how long a stop may take to finish what is in flight");
    static final Setting<Long> MAX_ROW_BYTES = Setting.optional(
            "maxRowBytes",
            ValueType.size(KILOBYTE, GIGABYTE),
            "the bytes that the mapped cells of one row may have; a larger row becomes a dead letter. Default: 16MB, in a"
                    + " heap of less than 512MB a 32nd of it");
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
            "host", ConfigTypes.host(), "127.0.0.1", "the address to listen on; beyond loopback it needs API keys");
    static final Setting<Integer> GATEWAY_PORT =
            Setting.withDefault("port", PORT, "8080", "the port to listen on; 0 picks a free one");
    static final Setting<List<ApiKey>> API_KEYS = Setting.withDefault(
            "apiKeys",
            ConfigTypes.apiKey().list(),
            "[]",
            "one of which a caller must present, each for all indexes or for those that it names; none means loopback only");
    static final Setting<Path> API_KEYS_FILE = Setting.optional(
            "apiKeysFile",
            ConfigTypes.path(),
            "more API keys, one on a line as in apiKeys; lines that begin with # are left out; read again when it changes");
    static final Setting<Duration> REQUEST_TIMEOUT = Setting.withDefault(
            "requestTimeout", TIMEOUT, "10s", "the deadline of a request, shared by search and fetch");
    static final Setting<Integer> MAX_HITS =
            Setting.withDefault("maxHits", ValueType.integer(1, 10_000, "hits"), "1000", "the largest page");
    static final Setting<Long> MAX_ANSWER_BYTES = Setting.withDefault(
            "maxAnswerBytes",
            ValueType.size(KILOBYTE, GIGABYTE),
            "16MB",
            "how many bytes the rows of one answer, or of a page of a stream, have: it ends before the row that would be too much,"
                    + " and its cursor goes on there; a single row is given whole");
    static final Setting<Integer> MAX_SNAPSHOTS = Setting.withDefault(
            "maxSnapshots",
            ValueType.integer(1, 10_000, "snapshots"),
            "100",
            "snapshots of indexes that are kept for those who page; the one unused for longest makes room for another, and its"
                    + " next page says so");
    static final Setting<Secret> CURSOR_KEY = Setting.optional(
            "cursorKey",
            ConfigTypes.signingKey(),
            "signs cursors: the same for all gateways behind one address; without it each process makes its own");
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
            .with(GatewayResilienceSettings.groups());

    static final Setting<String> OPERATIONS_HOST = Setting.withDefault(
            "host",
            ConfigTypes.host(),
            "127.0.0.1",
            "the address to listen on; beyond loopback it needs gateway.apiKeys");
    static final Setting<Integer> OPERATIONS_PORT =
            Setting.withDefault("port", PORT, "8081", "the port of an indexer; 0 picks a free one");
    static final Setting<Integer> OPERATIONS_GATEWAY_PORT = Setting.withDefault(
            "gatewayPort",
            PORT,
            "8082",
            "the port of a gateway, or of serve, for health and metrics alone; 0 picks a free one");

    static final Setting<Duration> ALARM_INTERVAL = Setting.withDefault(
            "interval",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "30s",
            "between two looks at what piles up in HBase and Kafka");
    static final Setting<Duration> WAL_BACKLOG_AGE = Setting.withDefault(
            "walBacklogAge",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
            "5m",
            "the oldest edit may wait so long in HBase's logs, and a peer may be disabled so long");
    static final Setting<Duration> KAFKA_HEADROOM = Setting.withDefault(
            "kafkaHeadroom",
            ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
            "24h",
            "so long before the topic's retention may delete an event that was not read; half of the retention where"
                    + " that is less");
    static final SettingGroup ALARMS = SettingGroup.of(
            "alarms",
            "when indexers and gateways warn that edits wait too long or may be deleted unread",
            ALARM_INTERVAL,
            WAL_BACKLOG_AGE,
            KAFKA_HEADROOM);

    static final Setting<Duration> DEFINITIONS_INTERVAL = Setting.withDefault(
            "definitionsInterval",
            ValueType.duration(Duration.ofMillis(100), Duration.ofDays(1)),
            "5s",
            "between two looks at the files of index definitions; a changed one takes effect without a restart where"
                    + " documents stay as they are");
    static final SettingGroup OPERATIONS = SettingGroup.of(
                    "operations",
                    "where health and metrics are served, of a gateway beside its own port",
                    OPERATIONS_HOST,
                    OPERATIONS_PORT,
                    OPERATIONS_GATEWAY_PORT,
                    DEFINITIONS_INTERVAL)
            .with(ALARMS);

    static final SettingGroup ROOT = SettingGroup.root(
            "hbase-search", List.of(DEFINITIONS), List.of(HBASE, KAFKA, INDEX, INDEXER, GATEWAY, OPERATIONS));

    private ServiceSettings() {}

    private static Map<String, BackendConfig.Kind> kinds() {
        Map<String, BackendConfig.Kind> kinds = new LinkedHashMap<>();
        for (BackendConfig.Kind kind : BackendConfig.Kind.values()) {
            kinds.put(kind.name().toLowerCase(Locale.ROOT), kind);
        }
        return kinds;
    }
}
