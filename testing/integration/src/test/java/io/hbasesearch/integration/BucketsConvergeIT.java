/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows in buckets among edits and deletes of every kind, while whoever writes them is killed: in the end the documents of each row
 * hold together what the row holds.
 */
@ExtendWith(Servers.Extension.class)
@OnlyWithFaults
@Timeout(600)
class BucketsConvergeIT {
    private static final long SEED = 17;
    private static final int OLD_ROWS = 300;
    private static final int CHANGING_ROWS = 80;
    private static final int OPERATIONS_PER_SECOND = 40;
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};

    @Test
    void killedOrRebuiltTheDocumentsOfARowAreTogetherWhatTheRowIs(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "bucketsconverge";
        ReindexStand stand = ReindexStand.inBuckets(servers, directory, name, OLD_ROWS, SPLITS);
        Site site = stand.site();
        site.run(0, "index", "create", name);
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(stand.table(), CHANGING_ROWS, SEED)) {
            workload.apply(200);
            Oracle.await("documents", ReindexStand.PATIENCE, () -> site.committedEvents() > 0);
            workload.apply(200);
            indexer.kill();
            workload.apply(100);
        }
        try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            try (Workload workload =
                    new Workload(stand.table(), CHANGING_ROWS, SEED + 1).startSlowly(OPERATIONS_PER_SECOND)) {
                killReindex(stand);
                assertThat(stand.run(0)).contains("\"state\":\"done\"");
                assertThat(workload.operations()).isGreaterThan(OPERATIONS_PER_SECOND);
            }
            delete(stand.table(), 100, 120);
            stand.awaitConverged();
            try (Workload workload =
                    new Workload(stand.table(), CHANGING_ROWS, SEED + 2).startSlowly(OPERATIONS_PER_SECOND)) {
                delete(stand.table(), 120, 140);
                assertThat(stand.run(0, "--rebuild", "--rows-per-second", "100"))
                        .contains("\"state\":\"done\"");
                assertThat(workload.operations()).isGreaterThan(OPERATIONS_PER_SECOND);
            }
            stand.awaitEqual();
            assertThat(site.run(0, "verify", name, "-o", "json")).contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(site.run(0, "dead-letters", "list", name)).contains("0 in all.");
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static void killReindex(ReindexStand stand) throws Exception {
        try (SearchProcess process = stand.start("killed", "--threads", "1", "--rows-per-second", "40")) {
            stand.awaitOwnedBy(process);
            stand.awaitRows(1);
            assertThat(process.isAlive()).as("it is killed before its end").isTrue();
            process.kill();
        }
    }

    private static void delete(TestTable table, int from, int to) throws IOException {
        try (Table open = table.open()) {
            for (int i = from; i < to; i++) {
                open.delete(new Delete(Workload.row(i)));
            }
        }
    }
}
