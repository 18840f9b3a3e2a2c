/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import io.hbasesearch.system.ServerAddresses;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A table with rows that nothing announced, and an empty index over it. */
final class OldRows {
    private OldRows() {}

    static Site site(Servers servers, Path directory, String name, TestTable table, int rows) throws Exception {
        return site(servers.addresses(), directory, name, table, rows);
    }

    static Site site(ServerAddresses servers, Path directory, String name, TestTable table, int rows) throws Exception {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            puts.add(new Put(Workload.row(i))
                    .addColumn(TestTable.FAMILY, TestTable.TEXT, Bytes.toBytes("old row " + i))
                    .addColumn(TestTable.FAMILY, TestTable.COUNT, Bytes.toBytes((long) i)));
        }
        try (Table open = table.open()) {
            open.put(puts);
        }
        Site site = new Site(servers, directory, "default:" + name, name);
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        return site;
    }
}
