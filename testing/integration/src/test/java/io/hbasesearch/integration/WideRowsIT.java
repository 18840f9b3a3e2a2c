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
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows of a thousand columns, all of which are members of one field. An indexer has a heap of 384 MB, which holds a few hundred of
 * them with all that is made of a row: what it reads, maps and sends at once must be bounded by bytes, not by rows alone.
 */
@ExtendWith(Servers.Extension.class)
@Timeout(400)
class WideRowsIT {
    private static final Duration CONVERGENCE = Duration.ofMinutes(4);
    private static final int COLUMNS = 1_000;
    private static final int ROWS = 1_500;
    private static final String VALUE = "-" + "v".repeat(60);

    private static final Site.Definition WIDE = new Site.Definition(
            """
            table: widerows
            fields:
              attributes: {columns: "d:a_*", maxColumns: 1000}
            """);

    @Test
    @OnlyWithFaults
    void rowsOfAThousandColumnsAreIndexedWithinTheMemoryOfOneProcess(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "widerows", 1);
        Site site = Site.withDefinition(servers.addresses(), directory, "widerows", WIDE);
        site.addPeer("widerows", site.index(), 1);
        site.run(0, "index", "create", site.index());
        write(table);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            // Row by row, as the memory of a test holds no more of them than an indexer's.
            Oracle.await("index and table agree", CONVERGENCE, () -> agrees(site));
            assertThat(indexer.isAlive()).isTrue();
            assertThat(site.run(0, "reindex", "widerows")).doesNotContain("cannot be indexed");
            assertThat(site.run(0, "verify", "widerows", "--hashes")).contains("Nothing differs");
            assertThat(site.run(0, "dead-letters", "list", "widerows")).contains("0 in all.");
            assertThat(indexer.isAlive()).isTrue();
        }
        assertThat(site.log("indexer")).content().doesNotContain("OutOfMemoryError");
    }

    private static boolean agrees(Site site) {
        try {
            return site.run(0, "verify", "widerows", "--hashes").contains("Nothing differs");
        } catch (AssertionError e) {
            return false; // it ended with another code, as it does while rows differ
        }
    }

    private static void write(TestTable table) throws IOException {
        try (Table open = table.open()) {
            for (int row = 0; row < ROWS; row++) {
                Put put = new Put(Bytes.toBytes(String.format("row-%05d", row)));
                for (int column = 0; column < COLUMNS; column++) {
                    put.addColumn(
                            TestTable.FAMILY,
                            Bytes.toBytes(String.format("a_%04d", column)),
                            Bytes.toBytes(row + VALUE));
                }
                open.put(put);
            }
        }
    }
}
