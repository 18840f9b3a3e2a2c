/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows in buckets: of a row of a hundred thousand columns an edit of one cell writes one document, in a process with little memory.
 * Edits of every kind and a reindex leave no difference.
 */
@ExtendWith(Servers.Extension.class)
@Timeout(420)
class BucketsIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);
    private static final Pattern ADDRESS = Pattern.compile("(http://127[0-9.]+:[0-9]+)/health");
    private static final Pattern QUALIFIER = Pattern.compile("\"qualifier\":\"([^\"]+)\"");
    private static final byte[] META = Bytes.toBytes("m");
    private static final int BUCKETS = 16;
    private static final int COLUMNS = 100_000;
    private static final int COLUMNS_OF_A_PUT = 5_000;
    private static final int EDITS = 300;

    private static Site.Definition definition(String table) {
        return new Site.Definition(
                """
                table: %s
                unit: cell
                rowKey: {field: id}
                fields:
                  owner: {column: "m:owner", type: keyword}
                cells:
                  columns: ["d:*"]
                  buckets: %d
                  values:
                    text: {type: text}
                """
                        .formatted(table, BUCKETS));
    }

    private static TestTable create(Servers servers, String name) throws IOException {
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(META)
                        .setScope(1)
                        .build());
        return TestTable.create(servers.connection(), table, 1);
    }

    @Test
    @OnlyWithFaults
    void a_cell_of_a_very_wide_row_is_one_document_in_elasticsearch(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = create(servers, "buckets");
        Site site = Site.withDefinition(servers.addresses(), directory, "buckets", definition("buckets"));
        site.addPeer("buckets", "buckets", 1);
        site.run(0, "index", "create", "buckets");
        try (SearchProcess indexer = SearchProcess.startWithin("192m", site, "indexer");
                SearchProcess gateway = SearchProcess.start(site, "gateway")) {
            new Run(table, site, address(site, "indexer"), address(site, "gateway")).all();
            assertThat(indexer.isAlive()).isTrue();
            assertThat(gateway.isAlive()).isTrue();
        }
        assertThat(site.log("indexer")).content().doesNotContain("OutOfMemoryError");
    }

    @Test
    @OnlyWithFaults
    void a_cell_of_a_very_wide_row_is_one_document_in_an_embedded_index(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = create(servers, "bucketsembedded");
        Site site =
                Site.withDefinition(servers.addresses(), directory, "bucketsembedded", definition("bucketsembedded"));
        String configuration = Files.readString(site.config());
        assertThat(configuration).contains("backend: elasticsearch");
        Files.writeString(
                site.config(),
                configuration.replace(
                        "backend: elasticsearch",
                        "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene")));
        site.addPeer("bucketsembedded", "bucketsembedded", 1);
        site.run(0, "index", "create", "bucketsembedded");
        try (SearchProcess serve = SearchProcess.startWithin("256m", site, "serve")) {
            String address = address(site, "serve");
            new Run(table, site, address, address).all();
            assertThat(serve.isAlive()).isTrue();
        }
        assertThat(site.log("serve")).content().doesNotContain("OutOfMemoryError");
    }

    private record Run(TestTable table, Site site, String indexer, String gateway) {
        void all() throws Exception {
            putWide();
            converge();
            assertThat(written()).isGreaterThanOrEqualTo(BUCKETS);
            oneCellIsOneDocument();
            deleteWide();
            randomEdits();
            assertThat(site.run(0, "reindex", site.index())).doesNotContain("cannot be indexed");
            converge();
            assertThat(site.run(0, "dead-letters", "list", site.index())).contains("0 in all.");
        }

        private void oneCellIsOneDocument() throws Exception {
            long before = written();
            try (Table open = table.open()) {
                open.put(new Put(Bytes.toBytes("wide"))
                        .addColumn(TestTable.FAMILY, Bytes.toBytes("c050000"), Bytes.toBytes("a grey cat")));
            }
            Oracle.await("the cell is found", CONVERGENCE, () -> found("grey").contains("c050000"));
            converge();
            assertThat(written() - before).isEqualTo(1);
            assertThat(found("grey")).contains("\"wide\"", "c050000").doesNotContain("c050001");
            // One hit for the row, whichever of its documents match.
            assertThat(found("text").split("\"matchingCells\"", -1)).hasSize(2);
            assertThat(found("text")).contains("\"matchingCells\":" + (COLUMNS - 1));
            try (Table open = table.open()) {
                open.put(new Put(Bytes.toBytes("wide")).addColumn(META, Bytes.toBytes("owner"), Bytes.toBytes("Ann")));
            }
            converge();
            assertThat(written() - before).isEqualTo(1 + BUCKETS);
            Oracle.await("the owner is known", CONVERGENCE, () -> found("grey owner:Ann")
                    .contains("c050000"));
        }

        private void deleteWide() throws Exception {
            try (Table open = table.open()) {
                open.delete(new Delete(Bytes.toBytes("wide")).addFamily(TestTable.FAMILY));
            }
            converge();
            Oracle.await("its cells are gone", CONVERGENCE, () -> !found("cell.qualifier:c*")
                    .contains("\"wide\""));
            putWide();
            converge();
            assertThat(site.run(0, "reindex", site.index())).doesNotContain("cannot be indexed");
            converge();
            try (Table open = table.open()) {
                open.delete(new Delete(Bytes.toBytes("wide")));
            }
            converge();
            Oracle.await("the row is gone", CONVERGENCE, () -> !found("cell.qualifier:c*")
                    .contains("\"wide\""));
        }

        /** What the test itself knows of each row must be what hits name. */
        private void randomEdits() throws Exception {
            Random random = new Random(7);
            Map<String, Set<String>> rows = new TreeMap<>();
            try (Table open = table.open()) {
                for (int i = 0; i < EDITS; i++) {
                    String row = "row" + random.nextInt(8);
                    String column = "c" + random.nextInt(12);
                    Set<String> columns = rows.computeIfAbsent(row, none -> new TreeSet<>());
                    byte[] key = Bytes.toBytes(row);
                    // A delete hides puts of its own millisecond.
                    long time = 1_700_000_000_000L + i;
                    switch (random.nextInt(12)) {
                        case 0 -> {
                            open.delete(new Delete(key, time));
                            columns.clear();
                        }
                        case 1 -> {
                            open.delete(new Delete(key).addFamily(TestTable.FAMILY, time));
                            columns.clear();
                        }
                        case 2, 3, 4 -> {
                            open.delete(new Delete(key).addColumns(TestTable.FAMILY, Bytes.toBytes(column), time));
                            columns.remove(column);
                        }
                        case 5 ->
                            open.put(new Put(key)
                                    .addColumn(META, Bytes.toBytes("owner"), time, Bytes.toBytes("owner" + i)));
                        default -> {
                            open.put(new Put(key)
                                    .addColumn(
                                            TestTable.FAMILY, Bytes.toBytes(column), time, Bytes.toBytes("word" + i)));
                            columns.add(column);
                        }
                    }
                }
            }
            converge();
            rows.forEach((row, columns) -> Oracle.await(
                    "the hit of " + row + " names " + columns, CONVERGENCE, () -> qualifiers(found("id:" + row))
                            .equals(columns)));
        }

        private static Set<String> qualifiers(String answer) {
            return QUALIFIER
                    .matcher(answer)
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
        }

        private void putWide() throws IOException {
            try (Table open = table.open()) {
                for (int from = 0; from < COLUMNS; from += COLUMNS_OF_A_PUT) {
                    Put put = new Put(Bytes.toBytes("wide"));
                    for (int i = from; i < from + COLUMNS_OF_A_PUT; i++) {
                        String qualifier = String.format("c%06d", i);
                        put.addColumn(TestTable.FAMILY, Bytes.toBytes(qualifier), Bytes.toBytes("text " + qualifier));
                    }
                    open.put(put);
                }
            }
        }

        private void converge() {
            Oracle.await("no difference", CONVERGENCE, () -> {
                try {
                    return site.run(0, "verify", site.index()).contains("Nothing differs");
                } catch (AssertionError e) {
                    return false; // it ended with another code, as it does while rows differ
                }
            });
        }

        /** Documents and stubs that the indexer's process has written. */
        private long written() throws Exception {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(indexer + "/metrics")).build();
            String metrics = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
            return metrics.lines()
                    .filter(line -> line.startsWith("hbase_search_indexer_documents_total{")
                            && line.contains("result=\"applied\""))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }

        private String found(String query) {
            return site.run(0, "search", site.index(), query, "--gateway", gateway, "-o", "json");
        }
    }

    private static String address(Site site, String process) {
        String[] found = {""};
        Oracle.await("the process listens", CONVERGENCE, () -> {
            try {
                Matcher address = ADDRESS.matcher(Files.readString(site.log(process)));
                found[0] = address.find() ? address.group(1) : "";
            } catch (IOException e) {
                found[0] = "";
            }
            return !found[0].isEmpty();
        });
        return found[0];
    }
}
