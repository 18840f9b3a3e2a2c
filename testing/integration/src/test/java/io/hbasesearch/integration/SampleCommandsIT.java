/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.sample.SampleRow;
import io.hbasesearch.cli.sample.WordNet;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The sample data in an HBase that somebody else runs, as compose puts it there. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class SampleCommandsIT {
    @Test
    void tablesAreMadeOnceAndEveryRowIsPut(Servers servers, @TempDir Path directory) throws Exception {
        Site site = new Site(servers.addresses(), directory, "default:mail", "mail");

        assertThat(site.run(0, "sample", "create", "-o", "json"))
                .contains("{\"table\":\"default:mail\",\"created\":true}")
                .contains("{\"table\":\"default:wordnet\",\"created\":true}");
        assertThat(site.run(0, "sample", "create", "-o", "json")).doesNotContain("true");
        try (Table wordnet = servers.connection().getTable(TableName.valueOf("wordnet"))) {
            assertThat(wordnet.getDescriptor().getColumnFamilies())
                    .isNotEmpty()
                    .allMatch(family -> family.getScope() == 1);
            assertThat(site.run(0, "sample", "load", "-o", "json")).contains("{\"rows\":117851}");

            assertThat(rows(wordnet)).isEqualTo(117_791);
            List<SampleRow> all = WordNet.rows();
            for (int i = 0; i < all.size(); i += all.size() / 10) {
                isPut(wordnet, all.get(i));
            }
        }
        try (Table mail = servers.connection().getTable(TableName.valueOf("mail"))) {
            assertThat(rows(mail)).isEqualTo(60);
        }
    }

    private static void isPut(Table table, SampleRow row) throws Exception {
        Result put = table.get(new Get(row.key().bytes().toBytes()));
        assertThat(put.size()).isEqualTo(row.cells().size());
        row.cells().forEach((column, value) -> assertThat(put.getValue(
                        Bytes.toBytes(column.family()), column.qualifier().toBytes()))
                .isEqualTo(value.toBytes()));
    }

    private static int rows(Table table) throws Exception {
        int rows = 0;
        Scan scan = new Scan().setFilter(new FirstKeyOnlyFilter()).setCaching(10_000);
        try (ResultScanner scanner = table.getScanner(scan)) {
            while (scanner.next() != null) {
                rows++;
            }
        }
        return rows;
    }
}
