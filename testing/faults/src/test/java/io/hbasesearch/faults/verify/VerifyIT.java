/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawWrites;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every class of divergence, planted, found and repaired by the command that a user has, while the table is written to. */
@ExtendWith(Servers.Extension.class)
@Timeout(1200)
class VerifyIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(4);
    private static final int ROWS = 2_000;
    private static final String LONG_PREFIX = "long-" + "x".repeat(400);

    @Test
    void everyDivergenceInElasticsearchIsFoundAndRepaired(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), "verified", 1, Bytes.toBytes("row-01500"));
        Site site = new Site(servers.addresses(), directory, "default:verified", "verified");
        site.addPeer("verified", "verified", 1);
        site.run(0, "index", "create", "verified");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            write(table);
            try (LiveWrites live = new LiveWrites(table)) {
                Oracle.await("verified", CONVERGENCE, () -> isClean(site));
                plantAndRepair(servers, site, directory.resolve("report.ndjson"));
                stopHalfWay(site);
                live.check();
            }
            Map<RowKey, Map<String, Object>> expected = expected(table);
            Oracle.await("the row that could not be mapped is gone", CONVERGENCE, () -> ends(0, site));
            site.oracle().awaitConverged(expected, CONVERGENCE, () -> site.events("default", "verified"));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void plantAndRepair(Servers servers, Site site, Path report) throws Exception {
        RawWrites raw = new RawWrites(servers.addresses().rawElasticsearch(), "verified");
        plant(raw);
        assertThat(site.run(4, "verify", "verified", "-o", "json", "--report", report.toString()))
                .contains("\"missing\":4,\"stale\":3,\"extra\":3,\"undecodable\":2,\"failed\":1")
                .contains("\"name\":\"DIFFERENCES_FOUND\"", "verify verified --repair");
        assertThat(Files.readAllLines(report))
                .hasSize(13)
                .noneMatch(line -> line.contains("planted") || line.contains("foreign"))
                .anyMatch(line -> line.contains("\"kind\":\"stale\",\"row\":\"row-00020\""));
        assertThat(site.run(
                        4, "verify", "verified", "--repair", "--dry-run", "--from", "row-00000", "--to", "row-00011"))
                .contains("1 rows would be read again", "1 missing, 0 stale, 0 extra");

        assertThat(site.run(4, "verify", "verified", "--repair", "-o", "json"))
                .contains("\"repaired\":11,\"unrepaired\":1", "1 rows still differ");
        raw.deleteByHand("no id of ours");
        assertThat(site.run(3, "verify", "verified", "--hashes", "--repair"))
                .contains("nothing differs, but 1 rows have no document", "dead-letters list verified");
    }

    private static void stopHalfWay(Site site) throws Exception {
        Path log = site.log("slow");
        String config = site.config().toString();
        try (SearchProcess slow = SearchProcess.start(
                "io.hbasesearch.cli.Main",
                log,
                "--config",
                config,
                "-o",
                "json",
                "verify",
                "verified",
                // Of several threads another one may have begun: with nothing done at the table's beginning there is no
                // key
                // to go on from.
                "--threads",
                "1",
                "--rate",
                "10")) {
            Oracle.await("it has begun", CONVERGENCE, () -> contains(log, "\"done\":[1-9]"));
            assertThat(slow.stop()).isEqualTo(130);
        }
        assertThat(log).content().contains("interrupted after", "Go on with: hbase-search verify verified --from");
    }

    private static boolean contains(Path file, String pattern) {
        try {
            return Pattern.compile(pattern).matcher(Files.readString(file)).find();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void verifyRepairsUnannouncedChangesInAnOwnedEmbeddedIndex(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "embedded", 1);
        Site site = new Site(servers.addresses(), directory, "default:embedded", "embedded");
        Files.writeString(
                site.config(),
                Files.readString(site.config())
                        .replace(
                                "backend: elasticsearch",
                                "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene")));
        site.addPeer("embedded", "embedded", 1);
        site.run(0, "index", "create", "embedded");
        try (SearchProcess serve = SearchProcess.start(site, "serve");
                LiveWrites live = new LiveWrites(table)) {
            write(table);
            Oracle.await("embedded", CONVERGENCE, () -> isClean(site));
            changeUnannounced(table);
            assertThat(site.run(4, "verify", "embedded", "-o", "json"))
                    .contains("\"missing\":1,\"stale\":1,\"extra\":2,\"undecodable\":1,\"failed\":1");
            assertThat(site.run(3, "verify", "embedded", "--repair", "-o", "json"))
                    .contains("\"failed\":2,\"left_out\":0,\"repaired\":5,\"unrepaired\":0");
            assertThat(site.run(3, "verify", "embedded", "-o", "json"))
                    .contains("\"missing\":0,\"stale\":0,\"extra\":0,\"undecodable\":0,\"failed\":2");
            assertThat(serve.isAlive()).isTrue();
            live.check();
        }
    }

    /** Clean but for the row that cannot be mapped. */
    private static boolean isClean(Site site) {
        return ends(3, site);
    }

    private static boolean ends(int exitCode, Site site) {
        try {
            return !site.run(exitCode, "verify", site.index(), "-o", "json").isEmpty();
        } catch (AssertionError e) {
            return false;
        }
    }

    private static void write(TestTable table) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            puts.add(put(row(i), "text " + i));
        }
        for (int i = 0; i < 3; i++) {
            puts.add(put(RowKey.utf8(LONG_PREFIX + i), "long " + i));
        }
        puts.add(new Put(Bytes.toBytes("poison"))
                .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes("no number")));
        try (Table open = table.open()) {
            open.put(puts);
        }
    }

    private static Put put(RowKey row, String text) {
        return new Put(row.bytes().toBytes()).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(text));
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row-%05d", number));
    }

    private static void plant(RawWrites raw) throws IOException, InterruptedException {
        raw.delete(row(10));
        raw.delete(row(1_999));
        raw.deleteByHand(RawWrites.id(row(11)));
        raw.delete(RowKey.utf8(LONG_PREFIX + "1"));
        raw.change(row(20), "planted");
        raw.change(row(1_600), "planted");
        raw.change(row(1_601), "");
        raw.add(RowKey.utf8("a-before-all"));
        raw.add(RowKey.utf8("row-00030-extra"));
        raw.add(RowKey.utf8("z-behind-all"));
        raw.confuse(row(40), row(50));
        raw.addForeign("no id of ours");
    }

    /** As a bulk load or a lost log does: nobody is told. */
    private static void changeUnannounced(TestTable table) throws IOException {
        try (Table open = table.open()) {
            open.put(put(RowKey.utf8("row-00010-new"), "new").setDurability(Durability.SKIP_WAL));
            open.put(put(row(20), "changed").setDurability(Durability.SKIP_WAL));
            open.delete(new Delete(row(30).bytes().toBytes()).setDurability(Durability.SKIP_WAL));
            open.delete(new Delete(Bytes.toBytes(LONG_PREFIX + "2")).setDurability(Durability.SKIP_WAL));
            open.put(new Put(row(40).bytes().toBytes())
                    .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes("no number"))
                    .setDurability(Durability.SKIP_WAL));
        }
    }

    private static Map<RowKey, Map<String, Object>> expected(TestTable table) throws IOException {
        try (Table open = table.open()) {
            // The oracle's own reckoning knows no rows that cannot be mapped.
            open.delete(new Delete(Bytes.toBytes("poison")));
        }
        return table.expected();
    }

    /** Goes on writing rows of its own, until it is closed. Owns its thread. */
    private static final class LiveWrites implements AutoCloseable {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Thread thread;

        LiveWrites(TestTable table) {
            thread = new Thread(() -> run(table), "live-writes");
            thread.start();
        }

        private void run(TestTable table) {
            try (Table open = table.open()) {
                for (int i = 0; !stop.get(); i++) {
                    byte[] row = Bytes.toBytes("live-" + i % 200);
                    if (i % 7 == 0) {
                        open.delete(new Delete(row));
                    } else {
                        open.put(put(RowKey.wrap(row), "live " + i));
                    }
                    Thread.sleep(5);
                }
            } catch (IOException | InterruptedException e) {
                failure.set(e);
            }
        }

        void check() {
            assertThat(failure.get()).isNull();
            assertThat(thread.isAlive()).isTrue();
        }

        @Override
        public void close() throws InterruptedException {
            stop.set(true);
            thread.join();
        }
    }
}
