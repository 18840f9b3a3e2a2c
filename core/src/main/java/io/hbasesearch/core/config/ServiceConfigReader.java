/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.ConfigurationProblems;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.SettingValues;
import io.hbasesearch.core.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@code hbase-search.yaml} and the files with secrets that it names. Immutable. */
public final class ServiceConfigReader {
    private static final String KAFKA_KEYSTORE = "ssl.keystore.location";
    private static final String KAFKA_PROPERTIES = "kafka.properties.";
    /** A variable without a default. */
    private static final Pattern REFERENCE = Pattern.compile("(?<!\\$)\\$\\{(?![^}]*:-[^}])");

    private static final String HBASE_KEYTAB = "hbase.client.keytab.file";

    private final Map<String, String> environment;

    /** @param environment the variables that values may refer to; usually {@link System#getenv()} */
    public ServiceConfigReader(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** Returns the settings of the file, for documentation. */
    public static SettingGroup settings() {
        return ServiceSettings.ROOT;
    }

    /**
     * @param file relative paths in it are resolved against its directory
     * @throws io.hbasesearch.core.yaml.ConfigurationException with every problem of the file, those between settings
     *     included
     */
    public ServiceConfig read(Path file) {
        ConfigurationProblems problems = new ConfigurationProblems();
        SettingValues values = YamlFile.read(file, ServiceSettings.ROOT, environment, problems);
        ReferencedFiles files = files(file);
        SettingValues index = values.group(ServiceSettings.INDEX);
        ElasticsearchReader elasticsearch = new ElasticsearchReader(
                index.group(ElasticsearchSettings.ELASTICSEARCH), files, mayBeElasticsearch(index));
        GatewayReader gateway = new GatewayReader(values.group(ServiceSettings.GATEWAY), files);
        elasticsearch.check();
        gateway.check(values.group(ServiceSettings.OPERATIONS));
        checkHBase(values.group(ServiceSettings.HBASE), files);
        checkKafka(values.group(ServiceSettings.KAFKA), files);
        checkIndexer(values.group(ServiceSettings.INDEXER));
        checkStubs(index, values.group(ServiceSettings.INDEXER));
        problems.throwIfAny();
        return new ServiceConfig(
                hbase(values.group(ServiceSettings.HBASE), files),
                kafka(values.group(ServiceSettings.KAFKA)),
                index(index, elasticsearch.config(), files),
                indexer(values.group(ServiceSettings.INDEXER)),
                ScrubSettings.read(values.group(ServiceSettings.INDEXER).group(ScrubSettings.SCRUB)),
                gateway.config(),
                operations(values.group(ServiceSettings.OPERATIONS)),
                files.resolve(values.get(ServiceSettings.DEFINITIONS)));
    }

    /**
     * Returns the directory of index definitions even if other settings are wrong; empty if it cannot be determined.
     *
     * @param file as {@link #read} has it
     */
    public Optional<Path> definitions(Path file) {
        return YamlFile.read(file, ServiceSettings.ROOT, environment, new ConfigurationProblems())
                .find(ServiceSettings.DEFINITIONS)
                .map(files(file)::resolve);
    }

    /**
     * Describes secrets that the file itself has, though every user of the machine may read or write it; empty if there are none. Secrets
     * of environment variables and of other files do not count.
     *
     * @param file as {@link #read} has it
     * @return the file, the settings and the command that helps, and no secret
     */
    public Optional<String> exposedSecrets(Path file) {
        Optional<Path> included = YamlFile.readAlone(
                        file, ServiceSettings.ROOT, environment, new ConfigurationProblems())
                .find(ServiceSettings.INCLUDE)
                .map(file::resolveSibling);
        return Stream.concat(Stream.of(file), included.stream())
                .flatMap(each -> exposedSecretsOf(each).stream())
                .findFirst();
    }

    private Optional<String> exposedSecretsOf(Path file) {
        List<String> secrets = YamlFile.readAlone(file, ServiceSettings.ROOT, environment, new ConfigurationProblems())
                .writtenSecrets()
                .entrySet()
                .stream()
                .filter(setting -> isSecret(setting.getKey(), setting.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        try {
            return secrets.isEmpty()
                    ? Optional.empty()
                    : SecretFile.exposed(file)
                            .map(problem -> file + " has secrets (" + String.join(", ", secrets) + "), and " + problem);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isSecret(String setting, String text) {
        boolean isOfKafka = setting.startsWith(KAFKA_PROPERTIES);
        return !REFERENCE.matcher(text).find()
                && !text.startsWith(ApiKey.DIGEST)
                && (!isOfKafka || KafkaProperties.isSecret(setting.substring(KAFKA_PROPERTIES.length()), text));
    }

    private static ReferencedFiles files(Path file) {
        return new ReferencedFiles(file.toAbsolutePath().normalize().getParent());
    }

    /** Tells if the backend may be Elasticsearch. A misspelt backend counts, so that problems of Elasticsearch's files are reported too. */
    private static boolean mayBeElasticsearch(SettingValues index) {
        return index.find(ServiceSettings.BACKEND).orElse(null) != BackendConfig.Kind.LUCENE;
    }

    private static void checkHBase(SettingValues values, ReferencedFiles files) {
        files.requireFile(values, ServiceSettings.SITE);
        values.find(ServiceSettings.HBASE_PROPERTIES)
                .map(properties -> properties.get(HBASE_KEYTAB))
                .ifPresent(
                        file -> files.requireUnexposed(values, ServiceSettings.HBASE_PROPERTIES, HBASE_KEYTAB, file));
    }

    /** Reports properties that the indexer sets itself: with other values it would lose edits or fail to start. */
    private static void checkKafka(SettingValues values, ReferencedFiles files) {
        Map<String, Secret> properties =
                values.find(ServiceSettings.KAFKA_PROPERTIES).orElse(Map.of());
        if (properties.containsKey(KAFKA_KEYSTORE)) {
            files.requireUnexposed(
                    values,
                    ServiceSettings.KAFKA_PROPERTIES,
                    KAFKA_KEYSTORE,
                    properties.get(KAFKA_KEYSTORE).value());
        }
        values.find(ServiceSettings.KAFKA_PROPERTIES).orElse(Map.of()).keySet().stream()
                .filter(KafkaProperties::isOurs)
                .forEach(property -> values.problem(
                        ServiceSettings.KAFKA_PROPERTIES,
                        "must not set " + property + ", which hbase-search sets itself"));
    }

    private static void checkIndexer(SettingValues values) {
        int poll = values.find(ServiceSettings.POLL_RECORDS).orElse(0);
        int buffered = values.find(ServiceSettings.BUFFERED_EVENTS).orElse(Integer.MAX_VALUE);
        if (buffered < poll) {
            values.problem(
                    ServiceSettings.BUFFERED_EVENTS,
                    "is " + buffered + ", but must hold at least one poll of " + poll + " events (pollRecords)");
        }
    }

    /**
     * Reports stubs with too short a retention. A request that outlives a stub could restore a deleted row: it was created before the
     * stub and arrives after its purge.
     */
    private static void checkStubs(SettingValues index, SettingValues indexer) {
        SettingValues elasticsearch = index.group(ElasticsearchSettings.ELASTICSEARCH);
        Duration timeout =
                elasticsearch.find(ElasticsearchSettings.REQUEST_TIMEOUT).orElse(Duration.ZERO);
        int nodes =
                elasticsearch.find(ElasticsearchSettings.URLS).orElse(List.of()).size();
        Duration least = timeout.multipliedBy(2L * nodes);
        boolean used = index.find(ServiceSettings.BACKEND).orElse(null) == BackendConfig.Kind.ELASTICSEARCH;
        if (used && indexer.find(ServiceSettings.STUB_RETENTION).orElse(least).compareTo(least) < 0) {
            indexer.problem(
                    ServiceSettings.STUB_RETENTION,
                    "must be " + least.toSeconds() + "s or more: twice the time of a request"
                            + " (index.elasticsearch.requestTimeout) at each of its urls");
        }
    }

    private static HBaseConfig hbase(SettingValues values, ReferencedFiles files) {
        return new HBaseConfig(
                values.get(ServiceSettings.ZOOKEEPER),
                values.get(ServiceSettings.ZNODE),
                values.find(ServiceSettings.SITE).map(files::resolve),
                values.get(ServiceSettings.HBASE_PROPERTIES),
                values.get(ServiceSettings.HBASE_TIMEOUT));
    }

    private static KafkaConfig kafka(SettingValues values) {
        return new KafkaConfig(
                values.get(ServiceSettings.BOOTSTRAP_SERVERS), values.get(ServiceSettings.KAFKA_PROPERTIES));
    }

    private static BackendConfig index(SettingValues values, ElasticsearchConfig elasticsearch, ReferencedFiles files) {
        SettingValues lucene = values.group(ServiceSettings.LUCENE);
        return new BackendConfig(
                values.get(ServiceSettings.BACKEND),
                elasticsearch,
                new LuceneConfig(
                        files.resolve(lucene.get(ServiceSettings.LUCENE_DIRECTORY)),
                        lucene.get(ServiceSettings.LUCENE_REFRESH),
                        lucene.get(ServiceSettings.LUCENE_BUFFER)));
    }

    private static IndexerConfig indexer(SettingValues values) {
        return new IndexerConfig(
                values.get(ServiceSettings.POLL_RECORDS),
                values.get(ServiceSettings.READ_BATCH),
                values.get(ServiceSettings.READ_CONCURRENCY),
                new IndexerConfig.Buffer(
                        values.get(ServiceSettings.BUFFERED_EVENTS), values.get(ServiceSettings.BUFFERED_BYTES)),
                new IndexerConfig.Timings(
                        values.get(ServiceSettings.COMMIT_INTERVAL),
                        values.get(ServiceSettings.IDENTITY_INTERVAL),
                        values.get(ServiceSettings.DRAIN_TIMEOUT)),
                values.get(ServiceSettings.STUB_RETENTION),
                values.find(ServiceSettings.MAX_ROW_BYTES).orElseGet(IndexerConfig::rowBytesOfHeap));
    }

    private static OperationsConfig operations(SettingValues values) {
        SettingValues alarms = values.group(ServiceSettings.ALARMS);
        return new OperationsConfig(
                values.get(ServiceSettings.OPERATIONS_HOST),
                values.get(ServiceSettings.OPERATIONS_PORT),
                values.get(ServiceSettings.OPERATIONS_GATEWAY_PORT),
                new AlarmsConfig(
                        alarms.get(ServiceSettings.ALARM_INTERVAL),
                        alarms.get(ServiceSettings.WAL_BACKLOG_AGE),
                        alarms.get(ServiceSettings.KAFKA_HEADROOM)),
                values.get(ServiceSettings.DEFINITIONS_INTERVAL));
    }
}
