/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.servers.TcpRelay;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.jspecify.annotations.Nullable;

/**
 * One telling of a story: a table, its peer and its index on the shared servers, with a relay between indexers and
 * Elasticsearch. For one thread. Owns the indexers that it starts.
 */
final class MutantRig implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Servers servers;
    private final String name;
    private final Plant plant;
    private final Path classes;
    private final TcpRelay relay;
    private final Site site;
    private final List<SearchProcess> indexers = new ArrayList<>();
    private TestTable table;
    private long edits;

    /** @param definition of the index, over table {@code name} */
    MutantRig(Servers servers, Path directory, String name, Plant plant, Site.Definition definition)
            throws IOException {
        this.servers = servers;
        this.name = name;
        this.plant = plant;
        this.classes = Files.createDirectories(directory.resolve("classes"));
        for (Mutant mutant : plant.mutants()) {
            mutant.compile(classes);
        }
        this.relay = TcpRelay.to(servers.elasticsearch().port());
        URI throughRelay = URI.create("http://127.0.0.1:" + relay.port());
        this.site =
                Site.withDefinition(servers.addresses().withElasticsearch(throughRelay), directory, name, definition);
    }

    /** Creates the table, its peer and its index. */
    void create() throws IOException {
        create(TableDescriptorBuilder.newBuilder(TableName.valueOf(name)));
    }

    /** @param coprocessor a class that the RegionServers load for the table */
    void createWith(String coprocessor) throws IOException {
        create(TableDescriptorBuilder.newBuilder(TableName.valueOf(name)).setCoprocessor(coprocessor));
    }

    private void create(TableDescriptorBuilder descriptor) throws IOException {
        table = TestTable.create(servers.connection(), descriptor, 1);
        site.addPeer(name, name, 1);
        if (!plant.peer().isEmpty()) {
            configurePeer(plant.peer());
        }
        site.run(0, "index", "create", name);
    }

    /** Changes the peer's configuration; every RegionServer has taken it over when this returns. */
    void configurePeer(Map<String, String> settings) throws IOException {
        try (Admin admin = servers.connection().getAdmin()) {
            ReplicationPeerConfig config = admin.getReplicationPeerConfig(name);
            admin.updateReplicationPeerConfig(
                    name,
                    ReplicationPeerConfig.newBuilder(config)
                            .putAllConfiguration(settings)
                            .build());
        }
    }

    SearchProcess startIndexer() throws IOException {
        SearchProcess indexer = SearchProcess.startWith(classes, site, "indexer");
        indexers.add(indexer);
        return indexer;
    }

    void put(String row, String text) throws IOException {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(text)));
        }
        edits++;
    }

    void delete(String row) throws IOException {
        try (Table open = table.open()) {
            open.delete(new Delete(Bytes.toBytes(row)));
        }
        edits++;
    }

    /** Edits since the beginning, each of which is announced at least once. */
    long edits() {
        return edits;
    }

    /** Waits until every edit was announced, and every event's offset committed. */
    void awaitCommitted() {
        Oracle.await("all edits announced", PATIENCE, () -> site.eventCount("default", name) >= edits);
        Oracle.await("all offsets committed", PATIENCE, () -> site.committedEvents() >= edits);
    }

    /** Waits until a row's document holds a text. */
    void awaitIndexed(String row, String text) {
        Oracle.await("document of " + row, PATIENCE, () -> text.equals(indexed(row)));
    }

    /** Waits until a row has no document, or a stub. */
    void awaitGone(String row) {
        Oracle.await("no document of " + row, PATIENCE, () -> indexed(row) == null);
    }

    private @Nullable Object indexed(String row) {
        try {
            RawDocument document = site.oracle().read().get(RowKey.utf8(row));
            return document == null ? null : document.fields().get("text");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading the index " + name, e);
        }
    }

    /** A process that was killed is a member of its group until its session ends: this ends it at once. */
    void expelTheDead() throws Exception {
        try (var admin = org.apache.kafka.clients.admin.Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers.kafka().bootstrapServers()))) {
            admin.removeMembersFromConsumerGroup(
                            "hbase-search." + name + ".e1", new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        }
    }

    List<String> differences() throws Exception {
        return site.oracle().differences(table.expected());
    }

    boolean isPlanted() {
        return !plant.isNothing();
    }

    TcpRelay relay() {
        return relay;
    }

    Site site() {
        return site;
    }

    Servers servers() {
        return servers;
    }

    String name() {
        return name;
    }

    @Override
    public void close() throws Exception {
        relay.close();
        for (SearchProcess indexer : indexers) {
            indexer.kill();
        }
        try (Admin admin = servers.connection().getAdmin()) {
            admin.removeReplicationPeer(name);
        }
    }
}
