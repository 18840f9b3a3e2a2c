/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HBaseCluster;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.servers.LocalServer;
import io.hbasesearch.servers.Ports;
import io.hbasesearch.system.ServerAddresses;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that hbase-search runs on, as separate processes on loopback: HBase over HDFS with two masters and three
 * RegionServers, three Kafka brokers with three copies of everything, two Elasticsearch nodes, and relays for each audience.
 * Each process can be killed, paused and started again.
 *
 * <p>Owns all of it. Starting and closing is for one thread; what it hands out is thread-safe.
 */
public final class ClusterInABox implements AutoCloseable {
    public static final int BROKERS = 3;
    private static final Duration START = Duration.ofMinutes(4);
    private static final Logger log = LoggerFactory.getLogger(ClusterInABox.class);

    private final Path directory;
    private final HBaseCluster hbase;
    private final List<ElasticsearchServer> elasticsearch;
    private final Map<Audience, Links> links = new EnumMap<>(Audience.class);
    private final List<KafkaServer> kafka;
    private final Set<String> expectedAborts = ConcurrentHashMap.newKeySet();

    /** @param endpointJar what is shipped to RegionServers */
    public ClusterInABox(Path directory, Path endpointJar) {
        this.directory = directory;
        hbase = HBaseCluster.builder(directory.resolve("hbase"))
                .masters(2)
                .regionServers(3)
                .extraClasspath(endpointJar)
                // Each look for new edits opens the log anew; twenty a second would keep HDFS busy with nothing else.
                .setting("replication.source.sleepforretries", "250")
                .setting("replication.source.maxretriesmultiplier", "2")
                // Twenty processes share the cores: one that waits its turn for ten seconds must not count as dead.
                .setting("zookeeper.session.timeout", "16000")
                .build();
        elasticsearch = elasticsearchNodes();
        List<Integer> elasticsearchPorts =
                elasticsearch.stream().map(ElasticsearchServer::port).toList();
        for (Audience audience : Audience.values()) {
            links.put(audience, Links.open(BROKERS, elasticsearchPorts, hbase.zooKeeperPort()));
        }
        kafka = brokers();
    }

    private List<ElasticsearchServer> elasticsearchNodes() {
        Map<String, Integer> transport = Map.of("elasticsearch-1", Ports.free(), "elasticsearch-2", Ports.free());
        return transport.keySet().stream()
                .sorted()
                .map(name -> ElasticsearchServer.builder(directory.resolve(name))
                        .cluster(name, transport)
                        // Small, so that a rival's writes bring them to their limits: the faults about answers of 429.
                        .setting("thread_pool.write.queue_size", "12")
                        .setting("indexing_pressure.memory.limit", "12mb")
                        // The disk's fill level is watched, but the machine's own is nobody's business: for the full
                        // disk.
                        .setting("cluster.info.update.interval", "10s")
                        .setting("cluster.routing.allocation.disk.threshold_enabled", "true")
                        .setting("cluster.routing.allocation.disk.watermark.low", "1b")
                        .setting("cluster.routing.allocation.disk.watermark.high", "1b")
                        .setting("cluster.routing.allocation.disk.watermark.flood_stage", "1b")
                        .setting("cluster.publish.timeout", "10s")
                        .build())
                .toList();
    }

    private List<KafkaServer> brokers() {
        Map<Integer, Integer> voters = new TreeMap<>();
        IntStream.rangeClosed(1, BROKERS).forEach(id -> voters.put(id, Ports.free()));
        List<KafkaServer> brokers = new ArrayList<>();
        voters.forEach((id, controllerPort) -> {
            KafkaServer.Builder broker = KafkaServer.builder(directory.resolve("kafka-" + id))
                    .nodeId(id)
                    .voters(voters)
                    .controllerPort(controllerPort)
                    .heapMegabytes(320)
                    .setting("offsets.topic.replication.factor", Integer.toString(BROKERS))
                    .setting("default.replication.factor", Integer.toString(BROKERS))
                    // A minute is not enough where a dozen servers start at once.
                    .setting("initial.broker.registration.timeout.ms", "240000")
                    .setting("min.insync.replicas", "2");
            links.forEach((audience, relays) -> broker.listener(
                    audience.name(),
                    relays.brokerPorts().get(id - 1),
                    relays.kafka().get(id - 1).port()));
            brokers.add(broker.build());
        });
        return List.copyOf(brokers);
    }

    /** Starts everything and returns when all of it serves. What was started when it fails runs until {@link #close()}. */
    public void start() throws InterruptedException {
        long begin = System.nanoTime();
        hbase.start(START);
        kafka.forEach(LocalServer::start);
        elasticsearch.forEach(LocalServer::start);
        hbase.awaitReady(START);
        for (LocalServer server : servers().skip(hbase.nodes().size()).toList()) {
            server.awaitReady(START);
        }
        log.info(
                "the cluster is up after {} s: {} processes, {} MiB resident",
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                servers().count(),
                servers().mapToLong(LocalServer::residentBytes).sum() >> 20);
    }

    /** Every server process. */
    public Stream<LocalServer> servers() {
        return Stream.of(hbase.nodes(), kafka, elasticsearch).flatMap(List::stream);
    }

    public HBaseCluster hbase() {
        return hbase;
    }

    public List<KafkaServer> kafka() {
        return kafka;
    }

    public List<ElasticsearchServer> elasticsearch() {
        return elasticsearch;
    }

    /**
     * Takes note of a RegionServer that must abort, as a fault kept it from the cluster until it was taken for dead.
     *
     * @param server its name with port and start code, as HBase writes it
     */
    public void expectAbort(String server) {
        expectedAborts.add(server);
    }

    /** Names of RegionServers, as {@link #expectAbort} took them. */
    public Set<String> expectedAborts() {
        return Set.copyOf(expectedAborts);
    }

    public Links links(Audience audience) {
        return links.get(audience);
    }

    /** Past all relays: for commands and for whoever checks. */
    public ServerAddresses addresses() {
        return new ServerAddresses(
                hbase.zooKeeperPort(),
                String.join(
                        ",", kafka.stream().map(KafkaServer::bootstrapServers).toList()),
                elasticsearch.stream().map(ElasticsearchServer::uri).toList(),
                elasticsearch.get(0).uri(),
                1);
    }

    /** Through an audience's relays. */
    public ServerAddresses addresses(Audience audience) {
        Links through = links(audience);
        return new ServerAddresses(
                through.zooKeeper().port(),
                through.bootstrapServers(),
                through.elasticsearch().stream()
                        .map(relay -> URI.create("http://127.0.0.1:" + relay.port()))
                        .toList(),
                elasticsearch.get(0).uri(),
                1);
    }

    /** Copies the logs of all servers, which {@link #close} deletes. */
    public void copyLogs(Path to) throws IOException {
        Files.createDirectories(to);
        for (LocalServer server : servers().toList()) {
            Path log = server.logFile();
            for (Path file : List.of(log, log.resolveSibling(log.getFileName() + ".1"))) {
                if (Files.exists(file)) {
                    Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** For an HBase client that lives through everything. */
    public Configuration clientConfiguration() {
        Configuration configuration = HBaseConfiguration.create();
        hbase.clientSettings().forEach(configuration::set);
        configuration.set("hbase.rpc.timeout", "5000");
        // A region that was being opened when the leading master was killed was seen to stay so for 3 min 41 s.
        configuration.set("hbase.client.operation.timeout", "360000");
        configuration.set("hbase.client.meta.operation.timeout", "360000");
        configuration.set("hbase.client.scanner.timeout.period", "360000");
        configuration.set("hbase.client.retries.number", "200");
        return configuration;
    }

    /** Kills every process and deletes what they wrote. */
    @Override
    public void close() throws IOException {
        links.values().forEach(Links::close);
        List<LocalServer> reversed = new ArrayList<>(servers().toList());
        Collections.reverse(reversed);
        reversed.stream().filter(LocalServer::isRunning).forEach(LocalServer::kill);
        reversed.forEach(LocalServer::close);
        for (LocalServer server : reversed) {
            DataDirectories.delete(server.dataDirectory());
        }
    }
}
