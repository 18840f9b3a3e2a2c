/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tables that match a pattern come and go under a running process. */
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class TablePatternIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern ADDRESS = Pattern.compile("started; (http://[0-9.:]+)/health");

    private static final String DEFINITION =
            """
            index: "of-{table}"
            tables: "pattern_*"
            rowKey: {format: binary}
            fields:
              text: {column: "d:text", type: text}
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private String gateway = "";

    @Test
    void eachTableHasAnIndexOfItsOwnFromWhenItIsAnnounced(Servers servers, @TempDir Path directory) throws Exception {
        TestTable first = TestTable.create(servers.connection(), "pattern_one", 1);
        put(first, "r1", "before the peer");
        Site site = Site.withDefinition(servers.addresses(), directory, "pattern", new Site.Definition(DEFINITION));
        Files.writeString(
                site.config(),
                Files.readString(site.config())
                        .replace("operations:\n", "operations:\n  definitionsInterval: 200ms\n"));
        site.addPeer("pattern", "pattern_one", 1);
        try (SearchProcess serve = SearchProcess.start(site, "serve")) {
            Oracle.await("the process listens", PATIENCE, () -> listens(site));
            put(first, "r2", "alpha");
            Oracle.await("a row of the first table is found", PATIENCE, () -> finds("of-pattern_one", "alpha", "r2"));
            site.run(0, "reindex", "of-pattern_one");
            Oracle.await("and what was there before", PATIENCE, () -> finds("of-pattern_one", "peer", "r1"));

            TestTable second = TestTable.create(servers.connection(), "pattern_two", 1);
            Oracle.await("health names the command", PATIENCE, () -> get("/health")
                    .contains("peer add --table default:pattern_two"));
            site.addPeer("pattern", "pattern_two", 1);
            put(second, "r3", "beta");
            Oracle.await("a row of the second table is found", PATIENCE, () -> finds("of-pattern_two", "beta", "r3"));

            drop(servers, first);
            Oracle.await("health tells of the table that is gone", PATIENCE, () -> get("/health")
                    .contains("index of-pattern_one"));
            put(second, "r4", "gamma");
            Oracle.await("the other goes on", PATIENCE, () -> finds("of-pattern_two", "gamma", "r4"));
            site.run(0, "verify", "of-pattern_two");
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private static void put(TestTable table, String row, String text) throws IOException {
        try (Table open = table.open()) {
            open.put(new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes(text)));
        }
    }

    private static void drop(Servers servers, TestTable table) throws IOException {
        try (Admin admin = servers.connection().getAdmin()) {
            admin.disableTable(table.name());
            admin.deleteTable(table.name());
        }
    }

    private boolean finds(String index, String query, String row) {
        return get("/v1/indexes/" + index + "/search?keyFormat=text&q=" + query).contains("\"" + row + "\"");
    }

    private String get(String path) {
        try {
            return http.send(HttpRequest.newBuilder(URI.create(gateway + path)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private boolean listens(Site site) {
        try {
            Matcher address = ADDRESS.matcher(Files.readString(site.log("serve")));
            gateway = address.find() ? address.group(1) : "";
        } catch (IOException e) {
            gateway = "";
        }
        return !gateway.isEmpty();
    }
}
