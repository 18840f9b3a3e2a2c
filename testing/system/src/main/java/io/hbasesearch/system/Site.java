/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.Main;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.event.TopicName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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
 * would run them. Not thread-safe while it is made; immutable then.
 */
public final class Site {
    private final ServerAddresses servers;
    private final Path directory;
    private final String index;

    /** An installation whose index has the columns of {@link TestTable}. */
    public Site(ServerAddresses servers, Path directory, String table, String index) throws IOException {
        this(servers, directory, index, inRows(table));
    }

    /** @param definition of the index, as a user writes it */
    public static Site withDefinition(ServerAddresses servers, Path directory, String index, Definition definition)
            throws IOException {
        return new Site(servers, directory, index, definition);
    }

    private Site(ServerAddresses servers, Path directory, String index, Definition definition) throws IOException {
        this.servers = servers;
        this.directory = directory;
        this.index = index;
        Files.createDirectories(directory.resolve("indexes"));
        Files.writeString(config(), servers.configuration());
        Files.writeString(directory.resolve("indexes").resolve(index + ".yaml"), definition.yaml());
    }

    /** An index with the columns of {@link TestTable}. */
    public static Definition inRows(String table) {
        return new Definition(
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

    /** The same columns as cells that are found, in buckets: with the same oracle. */
    public static Definition inBuckets(String table) {
        return new Definition(
                """
                table: %s
                rowKey:
                  format: binary
                unit: cell
                fields: {}
                cells:
                  columns: ["d:*"]
                  buckets: 8
                  values:
                    word: {columns: "d:/text|note/", type: text}
                    number: {columns: "d:c*", type: long, encoding: bytesLong}
                """
                        .formatted(table));
    }

    /** An index definition's text. */
    public record Definition(String yaml) {}

    /**
     * Writes another configuration over the same definitions: for a process that goes other ways to the servers.
     *
     * @param name of the file, without its extension
     */
    public Path configFor(String name, ServerAddresses addresses) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), addresses.configuration());
    }

    /**
     * As {@link #configFor(String, ServerAddresses)}, for indexers that are set otherwise.
     *
     * @param indexer the settings under {@code indexer}, as a mapping on one line
     */
    public Path configFor(String name, ServerAddresses addresses, String indexer) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), addresses.configuration(indexer));
    }

    /**
     * Writes a configuration whose indexers are set otherwise.
     *
     * @param name of the file, without its extension
     * @param indexer the settings under {@code indexer}, as a mapping on one line
     */
    public Path configWithIndexer(String name, String indexer) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), servers.configuration(indexer));
    }

    public Path config() {
        return directory.resolve("hbase-search.yaml");
    }

    public Path log(String process) {
        return directory.resolve(process + ".log");
    }

    public String index() {
        return index;
    }

    public Oracle oracle() {
        return new Oracle(new RawElasticsearchIndex(servers.rawElasticsearch(), index));
    }

    /** Of one generation, whatever readers see. */
    public Oracle oracleOf(String physicalName) {
        return new Oracle(new RawElasticsearchIndex(servers.rawElasticsearch(), physicalName));
    }

    public EventLog events(String namespace, String table) throws Exception {
        return events(namespace, table, 1);
    }

    public EventLog events(String namespace, String table, int epoch) throws Exception {
        return EventLog.read(
                servers.bootstrapServers(),
                TopicName.of(namespace, table, epoch).toString());
    }

    public long eventCount(String namespace, String table) {
        try {
            return events(namespace, table).events().size();
        } catch (Exception e) {
            throw new IllegalStateException("cannot read the events of " + namespace + ":" + table, e);
        }
    }

    /** How many events of its topic the index's group has acknowledged: the sum of its offsets. */
    public long committedEvents() {
        return committedEvents(1);
    }

    /** As {@link #committedEvents()}, of an epoch's group. */
    public long committedEvents(int epoch) {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.bootstrapServers()))) {
            return admin
                    .listConsumerGroupOffsets("hbase-search." + index + ".e" + epoch)
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

    /** @param replicationFactor of the table's topic */
    public void addPeer(String id, String table, int replicationFactor) {
        run(
                0,
                "peer",
                "add",
                "--peer-id",
                id,
                "--table",
                table,
                "--replication-factor",
                Integer.toString(replicationFactor));
    }

    /** Runs one command in this process; its output. Fails unless it ends with {@code exitCode}. */
    public String run(int exitCode, String... arguments) {
        return run(config(), exitCode, arguments);
    }

    /** With another configuration file, such as one of {@link #configFor}. */
    public String run(Path config, int exitCode, String... arguments) {
        Ended ended = end(config, arguments);
        assertThat(ended.exitCode())
                .as(() -> String.join(" ", arguments) + "\n" + ended.output())
                .isEqualTo(exitCode);
        return ended.output();
    }

    /** How a command ended. */
    public record Ended(int exitCode, String output) {}

    /** Runs one command as {@link #run}, whatever its exit code is. */
    public Ended end(String... arguments) {
        return end(config(), arguments);
    }

    /** As {@link #end(String...)}, with another configuration file. */
    public Ended end(Path config, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--config", config.toString()));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(output, true, UTF_8);
        Session session = new Session(new ByteArrayInputStream(new byte[0]), stream, stream, Map.of());
        int exitCode = Main.run(session, all.toArray(String[]::new));
        return new Ended(exitCode, output.toString(UTF_8));
    }
}
