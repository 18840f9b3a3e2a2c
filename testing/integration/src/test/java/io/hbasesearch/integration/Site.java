/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.Main;
import io.hbasesearch.cli.Session;
import io.hbasesearch.event.TopicName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * One test's installation: a configuration directory, an index definition over one table, and the commands run as a user
 * would run them.
 */
final class Site {
    private final Servers servers;
    private final Path directory;
    private final String index;

    Site(Servers servers, Path directory, String table, String index) throws IOException {
        this(
                servers,
                directory,
                table,
                index,
                servers.hbase().zooKeeperPort(),
                servers.elasticsearch().uri());
    }

    /**
     * @param zooKeeperPort of the HBase that is indexed, if it is not the shared one
     * @param elasticsearch where the indexer finds it: the server itself, or a relay before it
     */
    Site(Servers servers, Path directory, String table, String index, int zooKeeperPort, URI elasticsearch)
            throws IOException {
        this.servers = servers;
        this.directory = directory;
        this.index = index;
        Files.createDirectories(directory.resolve("indexes"));
        Files.writeString(
                config(),
                """
                hbase:
                  zookeeper: 127.0.0.1:%d
                kafka:
                  bootstrapServers: %s
                index:
                  backend: elasticsearch
                  elasticsearch:
                    urls: ["%s"]
                    replicas: 0
                gateway:
                  port: 0
                operations:
                  port: 0
                definitions: indexes
                """
                        .formatted(zooKeeperPort, servers.kafka().bootstrapServers(), elasticsearch));
        Files.writeString(
                directory.resolve("indexes").resolve(index + ".yaml"),
                """
                table: %s
                rowKey:
                  format: binary
                fields:
                  text: {column: "d:text", type: text}
                  note: {column: "d:note", type: keyword}
                  count: {column: "d:count", type: long}
                """
                        .formatted(table));
    }

    Path config() {
        return directory.resolve("hbase-search.yaml");
    }

    Path log(String process) {
        return directory.resolve(process + ".log");
    }

    String index() {
        return index;
    }

    Oracle oracle() {
        return new Oracle(new RawElasticsearchIndex(servers.elasticsearch().uri(), index));
    }

    EventLog events(String namespace, String table) throws Exception {
        return EventLog.read(
                servers.kafka().bootstrapServers(),
                TopicName.of(namespace, table, 1).toString());
    }

    long eventCount(String namespace, String table) {
        try {
            return events(namespace, table).events().size();
        } catch (Exception e) {
            throw new IllegalStateException("cannot read the events of " + namespace + ":" + table, e);
        }
    }

    /** How many events of its topic the index's group has acknowledged: the sum of its offsets. */
    long committedEvents() {
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()))) {
            return admin
                    .listConsumerGroupOffsets("hbase-search." + index + ".e1")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .values()
                    .stream()
                    .mapToLong(offset -> offset.offset())
                    .sum();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot read the offsets of " + index, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the offsets of " + index, e);
        }
    }

    void addPeer(String id, String table) {
        run(0, "peer", "add", "--peer-id", id, "--table", table, "--replication-factor", "1");
    }

    /** Runs one command in this process; its output. Fails unless it ends with {@code exitCode}. */
    String run(int exitCode, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--config", config().toString()));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(output, true, UTF_8);
        Session session = new Session(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of());
        int ended = Main.run(session, all.toArray(String[]::new));
        assertThat(ended)
                .as(() -> String.join(" ", arguments) + "\n" + output.toString(UTF_8))
                .isEqualTo(exitCode);
        return output.toString(UTF_8);
    }
}
