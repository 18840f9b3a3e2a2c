/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The life of dead letters, by the commands that a user has. */
@ExtendWith(Servers.Extension.class)
@Timeout(240)
class DeadLettersIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(1);
    private static final String SECRET = "no number, and nobody's business";
    private static final int GOOD = 40;
    private static final int POISON = 5;

    @Test
    void lettersAreListedShownReplayedAndPurged(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = TestTable.create(servers.connection(), "letters", 1);
        Site site = new Site(servers.addresses(), directory, "default:letters", "letters");
        site.addPeer("letters", "letters", 1);
        site.run(0, "index", "create", "letters");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            write(table);
            Oracle.await("letters", CONVERGENCE, () -> open(site) == POISON);
            look(site);
            replay(site, table);
            purge(site, table);
            site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "letters"));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void look(Site site) {
        String listed = site.run(0, "dead-letters", "list", "letters", "-o", "json");
        assertThat(listed)
                .contains("\"totals\":[{\"stage\":\"MAP\",\"code\":\"ROW_UNMAPPABLE\",\"letters\":")
                .contains("\"row\":\"bad-3\"", "\"state\":\"open\"", "d:count")
                .doesNotContain(SECRET);
        assertThat(site.run(0, "dead-letters", "list", "letters", "--limit", "2"))
                .contains("For the next page, add --after ");
        assertThat(site.run(0, "dead-letters", "list", "letters", "--row", "bad-1", "-o", "csv"))
                .contains("bad-1")
                .doesNotContain("bad-2");
        assertThat(site.run(0, "dead-letters", "list", "letters", "--stage", "write"))
                .contains("0 in all.");

        String offset = site.run(0, "dead-letters", "list", "letters", "--row", "bad-1", "-o", "ndjson")
                .replaceAll("(?s).*?\"offset\":([0-9]+).*", "$1");
        assertThat(site.run(0, "dead-letters", "show", "letters", offset, "-o", "json"))
                .contains("\"column\":\"d:count\"", "\"value_bytes\":" + SECRET.length(), "\"event_topic\"")
                .doesNotContain(SECRET)
                .doesNotContain("base64");
        assertThat(site.run(0, "dead-letters", "show", "letters", offset, "--values"))
                .contains("Warning: ", SECRET, "event_base64");
        assertThat(site.run(1, "dead-letters", "show", "letters", "999999")).contains("NOT_FOUND");
    }

    /** What is mended without the write-ahead log is mended without an event: nothing but a replay can heal it. */
    private static void replay(Site site, TestTable table) throws IOException {
        assertThat(site.run(2, "dead-letters", "replay", "letters")).contains("--all");
        assertThat(site.run(3, "dead-letters", "replay", "letters", "--all", "--wait", "-o", "json"))
                .contains("\"announced\":5,\"healed\":0,\"failed\":5,\"pending\":0")
                .contains("{\"type\":\"exit_error\",\"code\":3,\"name\":\"SOME_ROWS_FAILED\"");
        try (Table open = table.open()) {
            for (int i = 0; i < 3; i++) {
                open.put(row("bad-" + i, Bytes.toBytes((long) i)).setDurability(Durability.SKIP_WAL));
            }
        }
        assertThat(open(site)).isEqualTo(POISON);
        assertThat(site.run(0, "dead-letters", "replay", "letters", "--row", "bad-0", "--dry-run", "-o", "ndjson"))
                .endsWith("}\n{\"row\":\"bad-0\"}\n");
        assertThat(open(site)).isEqualTo(POISON);
        assertThat(site.run(0, "dead-letters", "replay", "letters", "--row", "bad-0", "--wait"))
                .contains("Every row is healed.");
        assertThat(site.run(3, "dead-letters", "replay", "letters", "--all", "--wait", "-o", "json"))
                .contains("\"announced\":4,\"healed\":2,\"failed\":2,\"pending\":0,\"already_healed\":1");
        assertThat(open(site)).isEqualTo(2);
        assertThat(site.run(0, "dead-letters", "list", "letters", "--row", "bad-0"))
                .contains("healed");
    }

    private static void purge(Site site, TestTable table) throws IOException {
        assertThat(site.run(2, "dead-letters", "purge", "letters", "--yes")).contains("--all");
        assertThat(site.run(1, "dead-letters", "purge", "letters", "--all", "--yes"))
                .contains("ROWS_STILL_OPEN", "2 rows have no document");
        assertThat(site.run(0, "dead-letters", "purge", "letters", "--before", "1", "--dry-run"))
                .contains("Nothing was deleted");
        assertThat(site.run(2, "dead-letters", "purge", "letters", "--before", "1"))
                .contains("--yes");
        // Every row has newer letters than the first.
        site.run(0, "dead-letters", "purge", "letters", "--before", "1", "--yes");
        assertThat(site.run(1, "dead-letters", "show", "letters", "0")).contains("NOT_FOUND");
        assertThat(open(site)).isEqualTo(2);

        try (Table open = table.open()) {
            for (int i = 3; i < POISON; i++) {
                open.delete(new Delete(Bytes.toBytes("bad-" + i)).setDurability(Durability.SKIP_WAL));
            }
        }
        site.run(0, "dead-letters", "replay", "letters", "--all", "--wait");
        assertThat(open(site)).isZero();
        site.run(0, "dead-letters", "purge", "letters", "--all", "--yes");
        assertThat(site.run(0, "dead-letters", "list", "letters")).contains("0 in all.");
    }

    /** Rows that have an open letter. */
    private static long open(Site site) {
        return site.run(0, "dead-letters", "list", "letters", "--state", "open", "--limit", "1000", "-o", "ndjson")
                .lines()
                .map(line -> line.replaceAll(".*\"row\":\"([^\"]*)\".*", "$1"))
                .filter(row -> row.startsWith("bad-"))
                .distinct()
                .count();
    }

    private static void write(TestTable table) throws IOException {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < GOOD; i++) {
            puts.add(row("good-" + i, Bytes.toBytes((long) i)));
        }
        for (int i = 0; i < POISON; i++) {
            puts.add(row("bad-" + i, Bytes.toBytes(SECRET)));
        }
        try (Table open = table.open()) {
            open.put(puts);
        }
    }

    private static Put row(String key, byte[] count) {
        return new Put(Bytes.toBytes(key))
                .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("a row"))
                .addColumn(TestTable.FAMILY, TestTable.COUNT, count);
    }
}
