/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The options of {@code reindex}, as a user gives them, on real servers. */
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class ReindexOptionsIT {
    /** One of its fields cannot be longer than a term, of which only the index knows. */
    private static final String DEFINITION =
            """
            table: default:%s
            rowKey: {format: binary}
            fields:
              text: {column: "d:text", type: text}
              note: {column: "d:note", type: text, analyzer: keyword}
              count: {column: "d:count", type: long}
            """;

    private static final byte[] NOT_UTF8 = {(byte) 0xff, 1};
    private static final byte[] NO_NUMBER = Bytes.toBytes("no number");
    private static final byte[] TOO_LONG = Bytes.toBytes("n".repeat(33_000));

    @Test
    void dryRunReportsRejectedFieldsAndLeavesNothingBehind(Servers servers, @TempDir Path directory) throws Exception {
        String name = "reindexdry";
        TestTable table = TestTable.create(servers.connection(), name, 1);
        Site site = Site.withDefinition(
                servers.addresses(), directory, name, new Site.Definition(DEFINITION.formatted(name)));
        site.addPeer(name, name, 1);
        put(table, "a-both", TestTable.TEXT, NOT_UTF8, TestTable.COUNT, NO_NUMBER);
        put(table, "b-count", TestTable.COUNT, NO_NUMBER);
        put(table, "c-long", TestTable.NOTE, TOO_LONG);
        put(table, "d-good", TestTable.TEXT, Bytes.toBytes("good"), TestTable.COUNT, Bytes.toBytes(4L));
        site.run(0, "index", "create", name);
        List<String> indices = indices(servers);
        long events = site.eventCount("default", name);
        String report = site.run(3, "reindex", name, "--dry-run", "-o", "json");
        assertThat(report)
                .contains("\"rows\":4,\"rejected\":3")
                .contains("\"stage\":\"map\",\"field\":\"text\",\"rows\":1,\"example\":\"a-both\"")
                .contains("\"stage\":\"map\",\"field\":\"count\",\"rows\":2,\"example\":\"a-both\"")
                .contains("\"stage\":\"index\",\"field\":\"\",\"rows\":1,\"example\":\"c-long\"", "32766")
                .contains("column d:text", "column d:count")
                .doesNotContain("no number", "nnnnnnnnnn");
        assertThat(site.run(0, "reindex", name, "--dry-run", "--from", "d", "-o", "json"))
                .contains("\"rows\":1,\"rejected\":0");
        assertThat(indices(servers))
                .containsExactlyInAnyOrderElementsOf(indices)
                .noneMatch(index -> index.contains("dry-run"));
        assertThat(site.oracle().read()).isEmpty();
        assertThat(site.run(1, "reindex", "status", name)).contains("never");
        assertThat(site.events("default", name).touches())
                .as("of " + events + " events")
                .isZero();
    }

    private static void put(TestTable table, String row, byte[]... columnsAndValues) throws IOException {
        Put put = new Put(Bytes.toBytes(row));
        for (int i = 0; i < columnsAndValues.length; i += 2) {
            put.addColumn(TestTable.FAMILY, columnsAndValues[i], columnsAndValues[i + 1]);
        }
        try (Table open = table.open()) {
            open.put(put);
        }
    }

    /** All that Elasticsearch has, ours or not, from itself. */
    private static List<String> indices(Servers servers) throws IOException, InterruptedException {
        URI uri = servers.addresses().rawElasticsearch().resolve("/_cat/indices?h=index&expand_wildcards=all");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .toList();
    }

    @Test
    void rowsAreChosenByTheTimesAndTheColumnsOfTheirCells(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = ReindexStand.create(servers, directory, "reindexchosen", 0);
        try (Table open = stand.table().open()) {
            List<Put> puts = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                byte[] column = i % 3 == 0 ? TestTable.NOTE : TestTable.TEXT;
                puts.add(new Put(Bytes.toBytes("row-" + (10 + i)))
                        .addColumn(TestTable.FAMILY, column, 1_000L + i, Bytes.toBytes("value " + i)));
            }
            open.put(puts);
        }
        stand.site().run(0, "index", "create", stand.name());
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            stand.awaitConverged();
            assertThat(rows(stand.run(0, "--since", "1010", "--until", "1020"))).isEqualTo(10);
            assertThat(rows(stand.run(0, "--since", "1970-01-01T00:00:01.025Z")))
                    .isEqualTo(5);
            assertThat(rows(stand.run(0, "--where", "d:note"))).isEqualTo(10);
            assertThat(rows(stand.run(0, "--where", "d:note", "--until", "1010", "--from", "row-12")))
                    .isEqualTo(3);
            assertThat(rows(stand.run(0, "--where", "d"))).isEqualTo(30);
            assertThat(indexer.isAlive()).isTrue();
        }
        assertThat(stand.run(2, "--since", "1020", "--until", "1010")).contains("--since", "--until");
        assertThat(stand.run(2, "--where", ":note")).contains("--where", "family:qualifier");
    }

    private static long rows(String result) {
        assertThat(result).contains("\"state\":\"done\"");
        return Long.parseLong(result.replaceAll("(?s).*\"rows\":(\\d+).*", "$1"));
    }

    @Test
    @OnlyWithFaults
    void itReadsNoMoreBytesInASecondThanItMay(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindexbytes", 400);
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            stand.run(0);
            RunState free = stand.newest().orElseThrow();
            long bytes = free.progress().counts().bytes();
            assertThat(bytes).isGreaterThan(400 * 20);
            // Three of the four times that a hundred rows were read it waits; those would take two seconds each.
            stand.run(0, "--bytes-per-second", Long.toString(bytes / 8));
            RunState held = stand.newest().orElseThrow();
            assertThat(held.progress().counts().bytes()).isEqualTo(bytes);
            assertThat(duration(held)).isGreaterThan(Duration.ofSeconds(6)).isGreaterThan(duration(free));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static Duration duration(RunState run) {
        return Duration.ofMillis(
                run.heartbeat().updatedMillis() - run.heartbeat().startedMillis());
    }

    @Test
    @OnlyWithFaults
    void itWaitsWhileLiveEditsWait(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindexlag", 50);
        stand.put(50, 100, "live");
        Oracle.await("announced", ReindexStand.PATIENCE, () -> stand.site().eventCount("default", stand.name()) >= 50);
        try (SearchProcess reindex = stand.start("reindex", "--max-lag", "10")) {
            Oracle.await("it waits", ReindexStand.PATIENCE, () -> note(stand).contains("events behind"));
            assertThat(stand.counts().rows()).isZero();
            assertThat(stand.site().run(0, "reindex", "status", stand.name(), "-o", "json"))
                    .contains("\"state\":\"running\"", "\"note\":\"waiting, as the index is ");
            try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
                stand.assertEnds(reindex, 0, "reindex");
                stand.awaitConverged();
                assertThat(indexer.isAlive()).isTrue();
            }
        }
        assertThat(stand.counts().rows()).isEqualTo(100);
        assertThat(stand.site().oracle().read()).containsKey(ReindexStand.key(99));
    }

    private static String note(ReindexStand stand) {
        return stand.newest().map(run -> run.progress().note()).orElse("");
    }

    @Test
    @OnlyWithFaults
    void itIsCancelledWhileItWorks(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindexcancel", 400);
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer");
                SearchProcess reindex = stand.start("reindex", "--rows-per-second", "10")) {
            stand.awaitRows(1);
            assertThat(stand.site().run(0, "reindex", "cancel", stand.name(), "-o", "json"))
                    .contains("\"state\":\"cancelled\"");
            stand.assertEnds(reindex, 1, "reindex");
            assertThat(stand.site().log("reindex")).content().contains("was cancelled", "\"name\":\"CANCELLED\"");
            assertThat(stand.run(0, "--to", "a")).contains("\"state\":\"done\"");
            assertThat(indexer.isAlive()).isTrue();
        }
    }
}
