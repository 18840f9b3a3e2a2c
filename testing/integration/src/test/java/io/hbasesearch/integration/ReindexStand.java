/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table with rows that nothing announced, and the commands by which an index of the same name is filled from it. Immutable.
 *
 * @param site whose index has the table's name
 */
record ReindexStand(Site site, TestTable table) {
    static final Duration PATIENCE = Duration.ofMinutes(3);

    /** With a peer, and no index as yet. */
    static ReindexStand create(Servers servers, Path directory, String name, int rows, byte[]... splits)
            throws IOException {
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        return create(servers, site, name, rows, splits);
    }

    /** As {@link #create}, with documents for cells in buckets. */
    static ReindexStand inBuckets(Servers servers, Path directory, String name, int rows, byte[]... splits)
            throws IOException {
        Site site = Site.withDefinition(servers.addresses(), directory, name, Site.inBuckets("default:" + name));
        return create(servers, site, name, rows, splits);
    }

    private static ReindexStand create(Servers servers, Site site, String name, int rows, byte[]... splits)
            throws IOException {
        TestTable table = TestTable.create(servers.connection(), name, 1, splits);
        // Past the WAL, as a peer also announces what is in a WAL that is open when it is added.
        put(table, 0, rows, "old row", Durability.SKIP_WAL);
        site.addPeer(name, name, 1);
        return new ReindexStand(site, table);
    }

    /** {@link #create} and an index that holds nothing. */
    static ReindexStand withIndex(Servers servers, Path directory, String name, int rows, byte[]... splits)
            throws Exception {
        ReindexStand stand = create(servers, directory, name, rows, splits);
        stand.site().run(0, "index", "create", name);
        assertThat(stand.site().oracle().read()).isEmpty();
        return stand;
    }

    private static void put(TestTable table, int from, int to, String text, Durability durability) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            puts.add(new Put(Workload.row(i))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(text + " " + i))
                    .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes((long) i))
                    .setDurability(durability));
        }
        try (Table open = table.open()) {
            open.put(puts);
        }
    }

    /** Announced. */
    void put(int from, int to, String text) throws IOException {
        put(table, from, to, text, Durability.USE_DEFAULT);
    }

    static RowKey key(int number) {
        return RowKey.copyOf(Workload.row(number));
    }

    String name() {
        return site.index();
    }

    /** Has every command that begins from now on go by another configuration. */
    void configure(String text, String otherwise) throws IOException {
        String configuration = Files.readString(site.config());
        assertThat(configuration).contains(text);
        Files.writeString(site.config(), configuration.replace(text, otherwise));
    }

    /** The command in this process. */
    String run(int exitCode, String... options) {
        return site.run(exitCode, arguments(options));
    }

    /**
     * The command in a process of its own.
     *
     * @param log the name of the file with its output
     */
    SearchProcess start(String log, String... options) throws IOException {
        return SearchProcess.command(site, site.log(log), arguments(options));
    }

    private String[] arguments(String... options) {
        List<String> all = new ArrayList<>(List.of("-o", "json", "reindex", name()));
        all.addAll(List.of(options));
        return all.toArray(String[]::new);
    }

    /** What the log has of the newest run, without a wait for its owner. */
    Optional<RunState> newest() {
        Configuration configuration = Configuration.read(site.config(), Map.of());
        try (ReindexAccess access = ReindexAccess.open(configuration.service(), configuration.definition(name()))) {
            return access.log().read(Duration.ZERO).run();
        }
    }

    /** Of the newest run, as far as the log knows. */
    Counts counts() {
        return newest().map(run -> run.progress().counts()).orElse(Counts.none());
    }

    void awaitRows(long rows) {
        Oracle.await(rows + " rows read", PATIENCE, () -> counts().rows() >= rows);
    }

    /** Or until it ends. A process that was killed is taken for alive for some seconds, and waited for. */
    void awaitOwnedBy(SearchProcess process) {
        String owner = "process " + process.pid() + " ";
        Oracle.await(
                "it works",
                PATIENCE,
                () -> !process.isAlive()
                        || newest().filter(run -> run.heartbeat().owner().name().startsWith(owner))
                                .isPresent());
    }

    /**
     * Waits until it ends by itself.
     *
     * @param log the name of the file with its output
     */
    void assertEnds(SearchProcess process, int exitCode, String log) throws IOException, InterruptedException {
        assertThat(process.awaitEnd(PATIENCE)).as("it ends").isTrue();
        assertThat(process.stop()).as(Files.readString(site.log(log))).isEqualTo(exitCode);
    }

    /** Waits until documents are what rows are; says nothing of stubs, which may have been purged. */
    void awaitEqual() throws IOException {
        Map<RowKey, Map<String, Object>> expected = table.expected();
        assertThat(expected).isNotEmpty();
        Oracle.await("equality", PATIENCE, () -> {
            try {
                return site.oracle().differencesOrWhyNot(expected).isEmpty();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** The oracle's whole judgement: stubs and versions, too. */
    void awaitConverged() throws Exception {
        site.oracle().awaitConverged(table.expected(), PATIENCE, () -> site.events("default", name()));
    }
}
