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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

/** Cells are found, in rows of a few and of a hundred thousand columns; edits of every kind, and a reindex, leave no difference. */
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class CellsIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);
    private static final Pattern ADDRESS = Pattern.compile("(http://127[0-9.]+:[0-9]+)/health");
    private static final byte[] META = Bytes.toBytes("m");
    private static final int COLUMNS = 100_000;
    private static final int COLUMNS_OF_A_PUT = 5_000;

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
                  most: %d
                  values:
                    text: {type: text}
                """
                        .formatted(table, COLUMNS));
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
    void cellsAreFoundInElasticsearch(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = create(servers, "cells");
        Site site = Site.withDefinition(servers.addresses(), directory, "cells", definition("cells"));
        site.addPeer("cells", "cells", 1);
        site.run(0, "index", "create", "cells");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                SearchProcess gateway = SearchProcess.start(site, "gateway")) {
            editAndSearch(table, site, "gateway");
            assertThat(indexer.isAlive()).isTrue();
            assertThat(gateway.isAlive()).isTrue();
        }
    }

    @Test
    void cellsAreFoundInAnEmbeddedIndex(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = create(servers, "cellsembedded");
        Site site = Site.withDefinition(servers.addresses(), directory, "cellsembedded", definition("cellsembedded"));
        String configuration = Files.readString(site.config());
        assertThat(configuration).contains("backend: elasticsearch");
        Files.writeString(
                site.config(),
                configuration.replace(
                        "backend: elasticsearch",
                        "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene")));
        site.addPeer("cellsembedded", "cellsembedded", 1);
        site.run(0, "index", "create", "cellsembedded");
        try (SearchProcess serve = SearchProcess.start(site, "serve")) {
            editAndSearch(table, site, "serve");
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private static void editAndSearch(TestTable table, Site site, String process) throws Exception {
        String gateway = address(site, process);
        try (Table open = table.open()) {
            open.put(put("ann").addColumn(META, Bytes.toBytes("owner"), Bytes.toBytes("Ann")));
            open.put(put("bob"));
            open.put(wide());
        }
        converge(site);
        Oracle.await("the last cell is found", CONVERGENCE, () -> found(site, gateway, "cell.qualifier:c099999")
                .contains("c099999"));
        assertThat(found(site, gateway, "cell.qualifier:c099999"))
                .contains("\"wide\"", "\"qualifier\":\"c099999\"", "text c099999")
                .doesNotContain("c000001", "\"ann\"");
        assertThat(found(site, gateway, "grey owner:Ann"))
                .contains("\"ann\"", "\"qualifier\":\"first\"", "a grey cat", "\"owner\":\"Ann\"")
                .doesNotContain("second", "\"bob\"");
        try (Table open = table.open()) {
            open.delete(new Delete(Bytes.toBytes("ann")).addColumns(TestTable.FAMILY, Bytes.toBytes("first")));
            open.delete(new Delete(Bytes.toBytes("bob")).addFamily(TestTable.FAMILY));
            open.put(new Put(Bytes.toBytes("wide"))
                    .addColumn(TestTable.FAMILY, Bytes.toBytes("c050000"), Bytes.toBytes("a grey cat")));
        }
        converge(site);
        // A second look of verify reads what searches see only after the next refresh.
        Oracle.await("the cell is found", CONVERGENCE, () -> found(site, gateway, "grey")
                .contains("c050000"));
        assertThat(found(site, gateway, "grey"))
                .contains("\"wide\"", "\"qualifier\":\"c050000\"")
                .doesNotContain("\"ann\"", "\"bob\"", "c050001");
        try (Table open = table.open()) {
            open.delete(new Delete(Bytes.toBytes("wide")));
        }
        converge(site);
        Oracle.await("the row is gone", CONVERGENCE, () -> !found(site, gateway, "cell.qualifier:c*")
                .contains("\"wide\""));
        assertThat(site.run(0, "reindex", site.index())).doesNotContain("cannot be indexed");
        converge(site);
        assertThat(found(site, gateway, "dogs")).contains("\"ann\"", "\"qualifier\":\"second\"");
        assertThat(site.run(0, "dead-letters", "list", site.index())).contains("0 in all.");
    }

    private static Put put(String row) {
        return new Put(Bytes.toBytes(row))
                .addColumn(TestTable.FAMILY, Bytes.toBytes("first"), Bytes.toBytes("a grey cat"))
                .addColumn(TestTable.FAMILY, Bytes.toBytes("second"), Bytes.toBytes("two dogs"));
    }

    private static List<Put> wide() {
        List<Put> puts = new ArrayList<>();
        for (int from = 0; from < COLUMNS; from += COLUMNS_OF_A_PUT) {
            Put put = new Put(Bytes.toBytes("wide"));
            for (int i = from; i < from + COLUMNS_OF_A_PUT; i++) {
                String qualifier = String.format("c%06d", i);
                put.addColumn(TestTable.FAMILY, Bytes.toBytes(qualifier), Bytes.toBytes("text " + qualifier));
            }
            puts.add(put);
        }
        return puts;
    }

    private static void converge(Site site) {
        Oracle.await("no difference", CONVERGENCE, () -> {
            try {
                return site.run(0, "verify", site.index(), "--hashes").contains("Nothing differs");
            } catch (AssertionError e) {
                return false;
            }
        });
    }

    private static String found(Site site, String gateway, String query) {
        return site.run(0, "search", site.index(), query, "--gateway", gateway, "-o", "json");
    }

    private static String address(Site site, String process) {
        String[] found = {""};
        Oracle.await("the gateway listens", CONVERGENCE, () -> {
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
