/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.system.ServerAddresses;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** HBase with the shipped endpoint, Kafka and Elasticsearch as processes of their own, in a temporary directory. */
public final class BenchmarkServers implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    /** With less its circuit breaker answers some bulk requests with 429, and their backoff would be measured. */
    private static final int ELASTICSEARCH_HEAP_MEGABYTES = 2_048;
    /**
     * Four tenths of it are for blocks, and hold the scenarios' tables: with less each get reads 64 KB from a file, and a get of a row
     * that was just written, which an indexer's mostly are, does not.
     */
    private static final int HBASE_HEAP_MEGABYTES = 2_048;

    /** What Kafka's own start script gives a broker. */
    private static final int KAFKA_HEAP_MEGABYTES = 1_024;

    private final Path data;
    private final HBaseServer hbase;
    private final KafkaServer kafka;
    private final ElasticsearchServer elasticsearch;
    private final Connection connection;

    private BenchmarkServers(
            Path data, HBaseServer hbase, KafkaServer kafka, ElasticsearchServer elasticsearch, Connection connection) {
        this.data = data;
        this.hbase = hbase;
        this.kafka = kafka;
        this.elasticsearch = elasticsearch;
        this.connection = connection;
    }

    public static BenchmarkServers start() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("hbase-search-benchmark");
        HBaseServer hbase = HBaseServer.builder(data.resolve("hbase"))
                .extraClasspath(Path.of(System.getProperty("hbasesearch.endpoint.jar")))
                .extraClasspath(classes())
                .heapMegabytes(HBASE_HEAP_MEGABYTES)
                .deleteDataOnClose()
                .build();
        KafkaServer kafka = KafkaServer.builder(data.resolve("kafka"))
                .heapMegabytes(KAFKA_HEAP_MEGABYTES)
                .deleteDataOnClose()
                .build();
        ElasticsearchServer elasticsearch = ElasticsearchServer.builder(data.resolve("elasticsearch"))
                .heapMegabytes(ELASTICSEARCH_HEAP_MEGABYTES)
                .deleteDataOnClose()
                .build();
        try {
            hbase.start();
            kafka.start();
            elasticsearch.start();
            hbase.awaitReady(START);
            kafka.awaitReady(START);
            elasticsearch.awaitReady(START);
            Configuration configuration = HBaseConfiguration.create();
            hbase.clientSettings().forEach(configuration::set);
            return new BenchmarkServers(
                    data, hbase, kafka, elasticsearch, ConnectionFactory.createConnection(configuration));
        } catch (InterruptedException | IOException | RuntimeException e) {
            stop(data, hbase, kafka, elasticsearch);
            throw e;
        }
    }

    /** Of this module, among which is the endpoint that does nothing. */
    private static Path classes() {
        return Path.of(URI.create(BenchmarkServers.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    /** What each of them has, by its name. */
    static Map<String, Integer> heapMegabytes() {
        return Map.of(
                "HBase", HBASE_HEAP_MEGABYTES,
                "Kafka", KAFKA_HEAP_MEGABYTES,
                "Elasticsearch", ELASTICSEARCH_HEAP_MEGABYTES);
    }

    public ServerAddresses addresses() {
        return new ServerAddresses(
                hbase.zooKeeperPort(), kafka.bootstrapServers(), List.of(elasticsearch.uri()), elasticsearch.uri(), 0);
    }

    /**
     * Leaves a core to these servers, all of them together, and the others to everything else, as if they were machines of their own:
     * else whatever a client does is taken from them. What is started later is with everything else.
     *
     * @throws IOException if there is one core only, or no {@code taskset}
     */
    void separate(List<Server> alone) throws IOException, InterruptedException {
        Cores all = CoreBinding.ofThisThread();
        if (all.count() < 2) {
            throw new IOException("there is one core only");
        }
        Set<ProcessHandle> apart =
                alone.stream().flatMap(server -> withChildren(pid(server))).collect(Collectors.toSet());
        for (ProcessHandle process : withChildren(ProcessHandle.current().pid()).toList()) {
            CoreBinding.bind(process.pid(), apart.contains(process) ? all.last() : all.allButLast());
        }
    }

    private long pid(Server server) {
        return switch (server) {
            case HBASE -> hbase.pid();
            case KAFKA -> kafka.pid();
            case ELASTICSEARCH -> elasticsearch.pid();
        };
    }

    private static Stream<ProcessHandle> withChildren(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
    }

    /** What they and this process have taken until now. */
    public ProcessorSeconds processorSeconds() {
        return ProcessorSeconds.of(hbase.pid(), kafka.pid(), elasticsearch.pid());
    }

    public Connection connection() {
        return connection;
    }

    public long hbasePid() {
        return hbase.pid();
    }

    /** Where Elasticsearch itself listens, for a relay before it. */
    public int elasticsearchPort() {
        return elasticsearch.port();
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } finally {
            stop(data, hbase, kafka, elasticsearch);
        }
    }

    private static void stop(Path data, HBaseServer hbase, KafkaServer kafka, ElasticsearchServer elasticsearch)
            throws IOException {
        try (hbase;
                kafka;
                elasticsearch) {
            // Closes each of them, the last one first, whatever becomes of the others.
        }
        Files.deleteIfExists(data);
    }
}
