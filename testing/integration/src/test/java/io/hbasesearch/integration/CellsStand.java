/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of owners ({@code m:owner}) and their cells ({@code d:*}), an index in which these cells are found, and the processes that
 * keep it and answer. For one thread. Owns the processes.
 */
final class CellsStand implements AutoCloseable {
    static final Duration CONVERGENCE = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    static final byte[] META = Bytes.toBytes("m");
    static final int WIDE = 100_000;

    private static final int COLUMNS_OF_A_PUT = 10_000;
    private static final Pattern ADDRESS = Pattern.compile("(http://127[0-9.]+:[0-9]+)/health");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final TestTable table;
    private final Site site;
    private final List<SearchProcess> processes;
    private final String indexer;
    private final String gateway;
    private long edits;
    private long most;

    private CellsStand(
            TestTable table, Site site, Map<String, SearchProcess> processes, String indexer, String gateway) {
        this.table = table;
        this.site = site;
        this.processes = List.copyOf(processes.values());
        this.indexer = address(site, indexer);
        this.gateway = address(site, gateway);
    }

    /**
     * @param cells the definition's {@code cells}, but for columns and values
     * @param heap of the indexer, as {@code -Xmx} takes it
     */
    static CellsStand elasticsearch(Servers servers, Path directory, String name, String cells, String heap)
            throws Exception {
        TestTable table = create(servers, name);
        Site site = site(servers, directory, name, cells);
        site.run(0, "index", "create", name);
        Map<String, SearchProcess> processes = new TreeMap<>();
        processes.put("indexer", SearchProcess.startWithin(heap, site, "indexer"));
        processes.put("gateway", SearchProcess.start(site, "gateway"));
        return new CellsStand(table, site, processes, "indexer", "gateway");
    }

    /** As {@link #elasticsearch}; one process does all, within that heap. */
    static CellsStand embedded(Servers servers, Path directory, String name, String cells, String heap)
            throws Exception {
        TestTable table = create(servers, name);
        Site site = site(servers, directory, name, cells);
        String elsewhere = Files.readString(site.config());
        String here = elsewhere.replace(
                "backend: elasticsearch", "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene"));
        if (here.equals(elsewhere)) {
            throw new IllegalStateException("the configuration names no backend");
        }
        Files.writeString(site.config(), here);
        site.run(0, "index", "create", name);
        return new CellsStand(
                table, site, Map.of("serve", SearchProcess.startWithin(heap, site, "serve")), "serve", "serve");
    }

    private static TestTable create(Servers servers, String name) throws IOException {
        return TestTable.create(
                servers.connection(),
                TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(META)
                                .setScope(1)
                                .build()),
                1);
    }

    private static Site site(Servers servers, Path directory, String name, String cells) throws IOException {
        Site.Definition definition = new Site.Definition(
                """
                table: %s
                unit: cell
                rowKey: {field: id}
                fields:
                  owner: {column: "m:owner", type: keyword}
                cells:
                  columns: ["d:*"]
                  %s
                  values:
                    text: {type: text}
                """
                        .formatted(name, cells));
        Site site = Site.withDefinition(servers.addresses(), directory, name, definition);
        site.addPeer(name, name, 1);
        return site;
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

    Site site() {
        return site;
    }

    /** A row of {@link #WIDE} columns, from {@code c000000} on, each with a text of its own. */
    void putWide(String row) throws IOException {
        for (int from = 0; from < WIDE; from += COLUMNS_OF_A_PUT) {
            Put put = new Put(Bytes.toBytes(row));
            for (int i = from; i < from + COLUMNS_OF_A_PUT; i++) {
                String qualifier = String.format("c%06d", i);
                put.addColumn(TestTable.FAMILY, Bytes.toBytes(qualifier), Bytes.toBytes("text " + qualifier));
            }
            apply(put);
        }
    }

    void put(String row, String qualifier, String text) throws IOException {
        apply(new Put(Bytes.toBytes(row)).addColumn(TestTable.FAMILY, Bytes.toBytes(qualifier), Bytes.toBytes(text)));
    }

    void putOwner(String row, String owner) throws IOException {
        apply(new Put(Bytes.toBytes(row)).addColumn(META, Bytes.toBytes("owner"), Bytes.toBytes(owner)));
    }

    /** @param edit announced by one event, or by more where it is announced again */
    void apply(Mutation edit) throws IOException {
        try (Table open = table.open()) {
            if (edit instanceof Put put) {
                open.put(put);
            } else {
                open.delete((Delete) edit);
            }
        }
        edits++;
    }

    /** Waits until every edit was announced, read and written; and then there must be no difference. */
    void converge() {
        awaitWritten();
        Oracle.await("no difference", CONVERGENCE, () -> {
            try {
                return site.run(0, "verify", site.index()).contains("Nothing differs");
            } catch (AssertionError e) {
                return false; // it ended with another code, as it does while rows differ
            }
        });
    }

    /** Has commands know where HBase's files are, for those that read them. */
    void readFilesOf(HBaseServer hbase) throws IOException {
        String configuration = Files.readString(site.config());
        Files.writeString(
                site.config(), configuration.replace("hbase:\n", "hbase:\n  site: " + hbase.siteFile() + "\n"));
    }

    void reindex(String... options) {
        List<String> line = new ArrayList<>(List.of("reindex", site.index()));
        line.addAll(List.of(options));
        assertThat(site.run(0, line.toArray(String[]::new))).doesNotContain("cannot be indexed");
    }

    /** Events of the table's topic so far. */
    long announced() {
        return site.eventCount("default", site.index());
    }

    private void awaitWritten() {
        Oracle.await("every edit announced", CONVERGENCE, () -> announced() >= edits);
        Step last = new Step();
        Oracle.await("every event done", LONGEST, () -> {
            long events = announced();
            long taken = metric("hbase_search_indexer_events_total", "");
            long buffered = metric("hbase_search_indexer_buffered_events", "");
            most = Math.max(most, metric("jvm_gc_live_data_size_bytes", ""));
            last.requireWithin(
                    CONVERGENCE,
                    taken + metric("hbase_search_indexer_documents_total", ""),
                    () -> events + " announced, " + taken + " taken, " + buffered + " not yet done");
            return taken >= events && buffered == 0;
        });
    }

    /** How long a row of a hundred thousand columns takes, many times over, is a matter of the machine; that it goes on is not. */
    private static final class Step {
        private long reached = -1;
        private long sinceNanos;

        void requireWithin(Duration limit, long now, Supplier<String> state) {
            if (now != reached) {
                reached = now;
                sinceNanos = System.nanoTime();
            } else if (System.nanoTime() - sinceNanos > limit.toNanos()) {
                throw new AssertionError("nothing is done for " + limit + ": " + state.get());
            }
        }
    }

    /** What was live in the indexer's process at most after one of its full collections, as far as those were seen. */
    long liveBytes() {
        return most;
    }

    /** Documents and stubs that the indexer's process has written. */
    long written() {
        return metric("hbase_search_indexer_documents_total", "result=\"applied\"");
    }

    private long metric(String name, String label) {
        return get(indexer + "/metrics")
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> line.contains(label))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** The hits of a query: each one's row, columns, fields and number of cells. */
    JsonNode hits(String query) {
        String q = URLEncoder.encode(query, StandardCharsets.UTF_8);
        return answer("/search?keyFormat=text&q=" + q).path("hits");
    }

    /** @param path of the gateway, below that of the index */
    JsonNode answer(String path) {
        try {
            return json.readTree(get(gateway + "/v1/indexes/" + site.index() + path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for what searches see only after the next refresh. */
    JsonNode await(String query, Predicate<JsonNode> expected) {
        JsonNode[] found = new JsonNode[1];
        Oracle.await("what is found by " + query, CONVERGENCE, () -> {
            found[0] = hits(query);
            return expected.test(found[0]);
        });
        return found[0];
    }

    /** The cells that a hit names: qualifier to text. */
    static Map<String, String> cells(JsonNode hit) {
        Map<String, String> cells = new TreeMap<>();
        hit.at("/fields/cell")
                .forEach(cell -> cells.put(
                        cell.path("qualifier").asText(), cell.path("text").asText()));
        return cells;
    }

    private String get(String uri) {
        try {
            HttpResponse<String> response =
                    http.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(uri + " answered " + response.statusCode() + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking " + uri, e);
        }
    }

    boolean isAlive() {
        return processes.stream().allMatch(SearchProcess::isAlive);
    }

    @Override
    public void close() throws InterruptedException {
        for (SearchProcess process : processes) {
            process.close();
        }
    }
}
