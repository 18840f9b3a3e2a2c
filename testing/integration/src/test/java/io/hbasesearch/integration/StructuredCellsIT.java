/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Cells that a schema describes, and several versions of one, on the way from a table to its index and in a backfill. */
@ExtendWith(Servers.Extension.class)
@Timeout(240)
class StructuredCellsIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(1);
    private static final String NAME = "structured";
    private static final byte[] STATE = Bytes.toBytes("state");
    private static final byte[] ORDER = Bytes.toBytes("order");

    /** As many as the family keeps are fewer than the field asks for. */
    private static final int KEPT = 3;

    private static final Site.Definition DEFINITION = new Site.Definition(
            """
            table: structured
            schemas: {order: {avro: order.avsc}}
            fields:
              customer: {column: "d:order", schema: order, path: $.customer, type: keyword}
              count:    {column: "d:order", schema: order, path: $.count, type: int}
              states:   {column: "d:state", type: keyword, versions: 5}
            """);

    @Test
    void whatAVersionHoldsAndASchemaDescribesIsIndexed(Servers servers, @TempDir Path directory) throws Exception {
        TestTable table = create(servers);
        Site site = Site.withDefinition(servers.addresses(), directory, NAME, DEFINITION);
        Files.writeString(
                directory.resolve("indexes/order.avsc"),
                """
                {"type": "record", "name": "Order", "fields": [
                  {"name": "customer", "type": "string"}, {"name": "count", "type": "int"}]}
                """);
        site.addPeer(NAME, site.index(), 1);
        site.run(0, "index", "create", site.index());
        Map<RowKey, Map<String, Object>> expected = new TreeMap<>();
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Table open = table.open()) {
            // A name of 3 letters, and 7.
            open.put(new Put(Bytes.toBytes("a")).addColumn(TestTable.FAMILY, ORDER, new byte[] {6, 'A', 'n', 'n', 14}));
            expected.put(RowKey.utf8("a"), Map.of("customer", "Ann", "count", 7));
            for (int time = 1; time <= KEPT + 1; time++) {
                open.put(new Put(Bytes.toBytes("b"))
                        .addColumn(TestTable.FAMILY, STATE, time, Bytes.toBytes("s" + time)));
            }
            expected.put(RowKey.utf8("b"), Map.of("states", List.of("s4", "s3", "s2")));
            site.oracle().awaitConverged(expected, CONVERGENCE, () -> site.events("default", NAME));

            // One is taken back, and what it hid may be seen again: as HBase sees it, now and for the index alike.
            open.delete(new Delete(Bytes.toBytes("b")).addColumn(TestTable.FAMILY, STATE, 3));
            expected.put(RowKey.utf8("b"), Map.of("states", states(open)));
            site.oracle().awaitConverged(expected, CONVERGENCE, () -> site.events("default", NAME));
            assertThat(site.run(0, "verify", NAME, "--hashes")).contains("Nothing differs");
            assertThat(site.run(0, "reindex", NAME)).doesNotContain("cannot be indexed");
            site.oracle().awaitConverged(expected, CONVERGENCE, () -> site.events("default", NAME));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** By HBase's own client. */
    private static List<String> states(Table table) throws IOException {
        return table.get(new Get(Bytes.toBytes("b")).readVersions(5)).getColumnCells(TestTable.FAMILY, STATE).stream()
                .map(cell -> Bytes.toString(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()))
                .toList();
    }

    private static TestTable create(Servers servers) throws IOException {
        try (Admin admin = servers.connection().getAdmin()) {
            admin.createTable(TableDescriptorBuilder.newBuilder(TableName.valueOf(NAME))
                    .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(TestTable.FAMILY)
                            .setScope(1)
                            .setMaxVersions(KEPT)
                            .build())
                    .build());
        }
        return TestTable.existing(servers.connection(), NAME);
    }
}
