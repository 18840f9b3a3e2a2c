/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * HBase with two RegionServers and the endpoint's jar, Kafka and Elasticsearch: real processes, started once for all
 * integration tests of a run and stopped at its end. Tests share them, so each has tables, a peer and indexes of its own.
 */
public final class Servers implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);

    private final HBaseServer hbase;
    private final KafkaServer kafka;
    private final ElasticsearchServer elasticsearch;
    private final Connection connection;

    private Servers() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("hbase-search-it");
        hbase = HBaseServer.builder(data.resolve("hbase"))
                .regionServers(2)
                .extraClasspath(endpointJar())
                .extraClasspath(testClasses())
                .deleteDataOnClose()
                .build();
        kafka = KafkaServer.builder(data.resolve("kafka")).deleteDataOnClose().build();
        elasticsearch = ElasticsearchServer.builder(data.resolve("elasticsearch"))
                .deleteDataOnClose()
                .build();
        try {
            hbase.start();
            kafka.start();
            elasticsearch.start();
            hbase.awaitReady(START);
            kafka.awaitReady(START);
            elasticsearch.awaitReady(START);
        } catch (InterruptedException | RuntimeException e) {
            stopServers();
            throw e;
        }
        connection = ConnectionFactory.createConnection(clientConfiguration(hbase));
    }

    public static Configuration clientConfiguration(HBaseServer server) {
        Configuration configuration = HBaseConfiguration.create();
        server.clientSettings().forEach(configuration::set);
        return configuration;
    }

    public ServerAddresses addresses() {
        return new ServerAddresses(
                hbase.zooKeeperPort(), kafka.bootstrapServers(), List.of(elasticsearch.uri()), elasticsearch.uri(), 0);
    }

    public HBaseServer hbase() {
        return hbase;
    }

    public KafkaServer kafka() {
        return kafka;
    }

    public ElasticsearchServer elasticsearch() {
        return elasticsearch;
    }

    /** Shared; not to be closed by tests. */
    public Connection connection() {
        return connection;
    }

    /** The jar as it is shipped to RegionServers. */
    public static Path endpointJar() {
        return Path.of(System.getProperty("hbasesearch.endpoint.jar"));
    }

    /** Coprocessors that tests load into RegionServers. */
    public static Path testClasses() {
        return Path.of(System.getProperty("hbasesearch.coprocessors"));
    }

    @Override
    public void close() throws IOException {
        connection.close();
        stopServers();
    }

    private void stopServers() {
        elasticsearch.close();
        kafka.close();
        hbase.close();
    }

    /** Gives tests the shared servers as a parameter. */
    public static final class Extension implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Servers.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(Servers.class, key -> start(), Servers.class);
        }

        private static Servers start() {
            try {
                return new Servers();
            } catch (IOException e) {
                throw new IllegalStateException("the servers did not start", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the servers started", e);
            }
        }
    }
}
