/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.servers.LocalServer;
import io.hbasesearch.servers.ServerDistributions;
import io.hbasesearch.service.Lifecycle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs HBase, Kafka and, on request, Elasticsearch: started in parallel, stopped in reverse order. For one thread. */
final class QuickstartServers implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(120);

    private final Lifecycle lifecycle = new Lifecycle();
    private final List<LocalServer> running = new ArrayList<>();

    /**
     * Starts all servers and waits until each answers. If one fails, {@link #close()} stops those already started.
     *
     * @param endpoint the jar of the replication endpoint, for HBase's classpath
     */
    void start(QuickstartSettings settings, Path endpoint, Console console) throws InterruptedException {
        List<LocalServer> all = build(settings, endpoint);
        for (LocalServer server : all) {
            lifecycle.add(server.name(), server);
            server.start();
        }
        for (LocalServer server : all) {
            server.awaitReady(Patience.of(START_TIMEOUT));
            running.add(server);
            console.info("  " + server.name() + " is up (process " + server.pid() + ")");
        }
    }

    private static List<LocalServer> build(QuickstartSettings settings, Path endpoint) {
        ServerDistributions distributions =
                new ServerDistributions(settings.home().resolve(".servers"));
        QuickstartLayout layout = settings.layout();
        List<LocalServer> servers = new ArrayList<>();
        servers.add(KafkaServer.builder(layout.kafka())
                .distributions(distributions)
                .port(settings.ports().kafka())
                .controllerPort(settings.ports().kafkaController())
                .heapMegabytes(QuickstartSettings.KAFKA_HEAP_MEGABYTES)
                .build());
        servers.add(HBaseServer.builder(layout.hbase())
                .distributions(distributions)
                .zooKeeperPort(settings.ports().zooKeeper())
                .extraClasspath(endpoint)
                .heapMegabytes(QuickstartSettings.HBASE_HEAP_MEGABYTES)
                .build());
        if (settings.index() == IndexKind.ELASTICSEARCH) {
            servers.add(ElasticsearchServer.builder(layout.elasticsearch())
                    .distributions(distributions)
                    .port(settings.ports().elasticsearch())
                    .heapMegabytes(QuickstartSettings.ELASTICSEARCH_HEAP_MEGABYTES)
                    .build());
        }
        return servers;
    }

    /** Returns a server whose process has ended by itself. */
    Optional<LocalServer> dead() {
        return running.stream().filter(server -> !server.isRunning()).findFirst();
    }

    @Override
    public void close() {
        running.clear();
        lifecycle.close();
    }
}
