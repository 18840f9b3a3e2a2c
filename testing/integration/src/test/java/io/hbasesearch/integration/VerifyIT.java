/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verify} finds, repairs and prints. The fault suite has it with more rows, live writes and an embedded index. */
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class VerifyIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(1);
    private static final String INDEX = "verifyquick";
    private static final int ROWS = 200;
    /** More bytes than a keyword may have. */
    private static final String TOO_LONG = "n".repeat(40_000);

    private static final RowKey REFUSED = RowKey.utf8("refused");
    private static final String FOREIGN = "no id of ours";

    @Test
    void whatWasPlantedIsFoundAndRepairedAndWhatCannotBeIsLeftAlone(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), INDEX, 1);
        Site site = new Site(servers.addresses(), directory, "default:" + INDEX, INDEX);
        site.addPeer(INDEX, INDEX, 1);
        site.run(0, "index", "create", INDEX);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            write(table);
            // Rows that cannot be mapped have a stub and a letter each, and are no difference.
            Oracle.await(INDEX, CONVERGENCE, () -> ends(3, site));
            assertThat(site.run(3, "verify", INDEX, "-o", "json")).contains("\"undecodable\":0,\"failed\":2");
            findAndRepair(site, new RawWrites(servers.addresses().rawElasticsearch(), INDEX), directory);
            goOnAfterAStop(site, directory);
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void findAndRepair(Site site, RawWrites raw, Path directory) throws Exception {
        raw.delete(row(10));
        raw.change(row(20), "planted");
        raw.add(RowKey.utf8("row-00030-extra"));
        raw.addForeign(FOREIGN);
        Path report = directory.resolve("report.ndjson");
        assertThat(site.run(4, "verify", INDEX, "-o", "json", "--report", report.toString()))
                .contains("\"missing\":1,\"stale\":1,\"extra\":1,\"undecodable\":1,\"failed\":2")
                .contains("\"name\":\"DIFFERENCES_FOUND\"", "verify " + INDEX + " --repair");
        assertThat(Files.readAllLines(report))
                .hasSize(5)
                .anyMatch(line -> line.contains("\"kind\":\"stale\",\"row\":\"row-00020\""))
                .last()
                .asString()
                .contains("\"type\":\"end\"", "\"complete\":true");
        assertThat(site.run(4, "verify", INDEX, "--repair", "--dry-run")).contains("3 rows would be read again");
        assertThat(site.run(4, "verify", INDEX, "--repair", "-o", "json"))
                .contains("\"repaired\":3,\"unrepaired\":1", "delete them from the index by hand");
        raw.deleteByHand(FOREIGN);
        assertThat(site.run(3, "verify", INDEX, "--hashes", "-o", "json"))
                .contains("\"missing\":0,\"stale\":0,\"extra\":0,\"undecodable\":0,\"failed\":2");
    }

    /** The command that it prints is run as it stands. */
    private static void goOnAfterAStop(Site site, Path directory) throws Exception {
        Path log = site.log("slow");
        Path report = directory.resolve("slow.ndjson");
        try (SearchProcess slow = SearchProcess.start(
                "io.hbasesearch.cli.Main",
                log,
                "--config",
                site.config().toString(),
                "-o",
                "json",
                "verify",
                INDEX,
                "--repair",
                "--dry-run",
                "--rate",
                "20",
                "--report",
                report.toString())) {
            Oracle.await("it has begun", CONVERGENCE, () -> contains(log, "\"type\":\"progress\""));
            assertThat(slow.stop()).isEqualTo(130);
        }
        Matcher printed = Pattern.compile("Go on with: hbase-search ([^\"]*)\"").matcher(Files.readString(log));
        assertThat(printed.find()).as(Files.readString(log)).isTrue();
        List<String> command = new ArrayList<>(
                List.of(printed.group(1).replace("--rate 20", "").split(" +")));
        assertThat(command).contains("--repair", "--dry-run", "--config", "--append", report.toString());
        assertThat(site.run(3, command.toArray(String[]::new))).contains("\"complete\":true");
        assertThat(Files.readAllLines(report))
                .hasSize(2)
                .satisfies(lines -> assertThat(lines.get(0)).contains("\"complete\":false"))
                .satisfies(lines -> assertThat(lines.get(1)).contains("\"complete\":true"));
    }

    private static boolean ends(int exitCode, Site site) {
        try {
            return site.run(exitCode, "verify", INDEX, "-o", "json").contains("\"failed\":2");
        } catch (AssertionError e) {
            return false;
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    private static void write(TestTable table) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            puts.add(put(row(i), "note " + i));
        }
        puts.add(put(REFUSED, TOO_LONG));
        // The last of all, so that it is in whatever part is compared after a stop.
        puts.add(new Put(Bytes.toBytes("z-poison"))
                .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes("no number")));
        try (Table open = table.open()) {
            open.put(puts);
        }
    }

    private static Put put(RowKey row, String note) {
        return new Put(row.bytes().toBytes())
                .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("a row"))
                .addColumn(TestTable.FAMILY, TestTable.NOTE, Bytes.toBytes(note));
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row-%05d", number));
    }
}
