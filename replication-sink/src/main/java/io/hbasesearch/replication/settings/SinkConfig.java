/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Endpoint settings from a replication peer's configuration map: every key with its type, unit, default and description, and the validated
 * values. Immutable; depends on neither Kafka nor protobuf, so that it can be read where their classes are absent.
 */
public final class SinkConfig {
    /** Prefix of every key of this project; other keys of a peer's configuration are ignored. */
    public static final String PREFIX = "hbase-search.";

    /** Followed by a Kafka producer's property, which is passed on: {@code hbase-search.kafka.security.protocol}. */
    public static final String KAFKA_PREFIX = PREFIX + "kafka.";

    /** Followed by {@code namespace:table}: the columns of that table that some index maps. */
    public static final String COLUMNS_PREFIX = PREFIX + "columns.";

    public static final long DEFAULT_BACKOFF_INITIAL = 100;
    public static final long DEFAULT_BACKOFF_MAX = 30_000;
    /**
     * With its overhead, smaller than the largest answer that indexers read: kafka-memory's MemoryPool has that limit. A peer with a larger
     * setting from an earlier version continues with this one.
     */
    private static final long LARGEST_EVENT = 90L << 20;

    public static final Setting<String> BOOTSTRAP_SERVERS = new Setting<>(
            KAFKA_PREFIX + "bootstrap.servers",
            "list of host:port",
            null,
            "Kafka brokers for the first connection",
            SinkConfig::nonEmpty);
    public static final Setting<Optional<String>> PROPERTIES_FILE = new Setting<>(
            KAFKA_PREFIX + "properties.file",
            "path",
            "",
            "file on every RegionServer with further producer properties, so that secrets need not be stored in"
                    + " ZooKeeper",
            text -> text.isEmpty() ? Optional.empty() : Optional.of(text));
    public static final Setting<TableRoutes> TABLES = new Setting<>(
            PREFIX + "tables",
            "namespace:table=epoch/partitions;...",
            null,
            "tables whose edits are announced, each with its topic's epoch and partition count",
            TableRoutes::parse);
    public static final Setting<PayloadLevel> PAYLOAD = new Setting<>(
            PREFIX + "payload",
            "edits, columns or keys",
            "edits",
            "part of an edit that its event carries",
            text -> oneOf(PayloadLevel.values(), text));
    public static final Setting<Long> MAX_EVENT_BYTES = Setting.number(
            PREFIX + "max.event.bytes",
            "bytes",
            900_000,
            100_000,
            512L << 20,
            "maximum size of an event; a larger one loses its values, then its cells");
    public static final Setting<BarrierMode> BARRIER = new Setting<>(
            PREFIX + "barrier",
            "region, settle or unsafe-off",
            "region",
            "how an edit becomes readable before it is announced; unsafe-off loses edits",
            text -> oneOf(BarrierMode.values(), text));
    public static final Setting<Long> SETTLE_DELAY = Setting.number(
            PREFIX + "settle.delay.ms",
            "milliseconds",
            1_000,
            0,
            600_000,
            "minimum age of an edit whose region cannot be asked");
    public static final Setting<Long> BARRIER_ALARM = Setting.number(
            PREFIX + "barrier.alarm.ms",
            "milliseconds",
            10_000,
            100,
            86_400_000,
            "a longer wait for an edit to become readable is logged and counted");
    public static final Setting<Long> LAG_ALARM = Setting.number(
            PREFIX + "lag.alarm.ms",
            "milliseconds",
            300_000,
            1_000,
            604_800_000,
            "edits that wait longer for Kafka are logged and raise the alarm in the metrics");
    public static final Setting<Long> BACKOFF_INITIAL = Setting.number(
            PREFIX + "backoff.initial.ms",
            "milliseconds",
            DEFAULT_BACKOFF_INITIAL,
            1,
            60_000,
            "maximum pause after the first failure; it doubles with each further failure");
    public static final Setting<Long> BACKOFF_MAX = Setting.number(
            PREFIX + "backoff.max.ms",
            "milliseconds",
            DEFAULT_BACKOFF_MAX,
            1,
            300_000,
            "maximum pause after any failure");

    private static final List<Setting<?>> SETTINGS = Collections.unmodifiableList(Arrays.asList(
            BOOTSTRAP_SERVERS,
            PROPERTIES_FILE,
            TABLES,
            PAYLOAD,
            MAX_EVENT_BYTES,
            BARRIER,
            SETTLE_DELAY,
            BARRIER_ALARM,
            LAG_ALARM,
            BACKOFF_INITIAL,
            BACKOFF_MAX));

    private final String bootstrapServers;
    private final Optional<String> propertiesFile;
    private final Map<String, String> kafkaProperties = new TreeMap<>();
    private final TableRoutes tables;
    private final Map<String, ShippedColumns> columns = new LinkedHashMap<>();
    private final PayloadLevel payload;
    private final Long maxEventBytes;
    private final BarrierMode barrier;
    private final Long settleDelayMillis;
    private final Long barrierAlarmMillis;
    private final Long lagAlarmMillis;
    private final Long backoffInitialMillis;
    private final Long backoffMaxMillis;

    private SinkConfig(Map<String, String> peer, List<String> problems) {
        bootstrapServers = BOOTSTRAP_SERVERS.read(peer, problems);
        propertiesFile = PROPERTIES_FILE.read(peer, problems);
        tables = TABLES.read(peer, problems);
        payload = PAYLOAD.read(peer, problems);
        maxEventBytes = MAX_EVENT_BYTES.read(peer, problems);
        barrier = BARRIER.read(peer, problems);
        settleDelayMillis = SETTLE_DELAY.read(peer, problems);
        barrierAlarmMillis = BARRIER_ALARM.read(peer, problems);
        lagAlarmMillis = LAG_ALARM.read(peer, problems);
        backoffInitialMillis = BACKOFF_INITIAL.read(peer, problems);
        backoffMaxMillis = BACKOFF_MAX.read(peer, problems);
        peer.forEach((key, value) -> readFamilyOfKeys(key, value, problems));
    }

    /** Returns every setting with a fixed key, in the order of the documentation. */
    public static List<Setting<?>> settings() {
        return SETTINGS;
    }

    /**
     * Parses a peer's configuration.
     *
     * @param peer {@code ReplicationPeerConfig.getConfiguration()}
     * @throws InvalidSinkConfigException with every problem at once
     */
    public static SinkConfig parse(Map<String, String> peer) throws InvalidSinkConfigException {
        List<String> problems = new ArrayList<>();
        SinkConfig config = new SinkConfig(new TreeMap<>(peer), problems);
        if (!problems.isEmpty()) {
            throw new InvalidSinkConfigException(problems);
        }
        return config;
    }

    private void readFamilyOfKeys(String key, String value, List<String> problems) {
        if (!key.startsWith(PREFIX)
                || SETTINGS.stream().anyMatch(setting -> setting.key().equals(key))) {
            return;
        }
        try {
            if (key.startsWith(KAFKA_PREFIX)) {
                String property = key.substring(KAFKA_PREFIX.length());
                ProducerRules.check(property, value);
                kafkaProperties.put(property, value);
            } else if (key.startsWith(COLUMNS_PREFIX)) {
                columns.put(qualifiedTable(key.substring(COLUMNS_PREFIX.length())), ShippedColumns.parse(value));
            } else {
                throw new IllegalArgumentException("is not a setting of this version" + suggestion(key));
            }
        } catch (IllegalArgumentException e) {
            problems.add(key + " " + e.getMessage());
        }
    }

    private static String suggestion(String key) {
        String nearest = nearest(key, SETTINGS.stream().map(Setting::key).collect(Collectors.toList()));
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    private static String qualifiedTable(String table) {
        return table.indexOf(':') < 0 ? "default:" + table : table;
    }

    private static String nonEmpty(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        return text;
    }

    private static <T> T oneOf(T[] values, String text) {
        for (T value : values) {
            if (value.toString().equalsIgnoreCase(text)) {
                return value;
            }
        }
        throw new IllegalArgumentException("must be one of "
                + Arrays.stream(values)
                        .map(value -> value.toString().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "))
                + ", not '" + text + "'");
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public Optional<String> propertiesFile() {
        return propertiesFile;
    }

    /** Returns the producer properties that are passed on, without their prefix. May contain secrets. */
    public Map<String, String> kafkaProperties() {
        return Collections.unmodifiableMap(kafkaProperties);
    }

    public TableRoutes tables() {
        return tables;
    }

    /** Returns the columns of {@code namespace:table} that are announced, or null for all. */
    ShippedColumns columnsOf(String table) {
        return columns.get(table);
    }

    public PayloadLevel payload() {
        return payload;
    }

    public int maxEventBytes() {
        return (int) Math.min(LARGEST_EVENT, maxEventBytes);
    }

    public BarrierMode barrier() {
        return barrier;
    }

    public long settleDelayMillis() {
        return settleDelayMillis;
    }

    public long barrierAlarmMillis() {
        return barrierAlarmMillis;
    }

    public long lagAlarmMillis() {
        return lagAlarmMillis;
    }

    public long backoffInitialMillis() {
        return backoffInitialMillis;
    }

    public long backoffMaxMillis() {
        return backoffMaxMillis;
    }

    /** Formats the settings for logs, with secrets redacted. */
    @Override
    public String toString() {
        return "bootstrap servers " + bootstrapServers + ", tables " + tables + ", payload "
                + payload.name().toLowerCase(Locale.ROOT) + ", barrier " + barrier + ", producer "
                + Secrets.redact(kafkaProperties);
    }

    /** Returns the candidate with the fewest edits to {@code word}, or null if none is within a third of its length. */
    private static String nearest(String word, Collection<String> candidates) {
        String best = null;
        int bestDistance = word.length() / 3 + 1;
        for (String candidate : candidates) {
            int distance = distance(word, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Computes the Levenshtein distance, one row of the table at a time. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
