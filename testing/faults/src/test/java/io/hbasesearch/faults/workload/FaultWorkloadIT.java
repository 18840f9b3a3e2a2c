/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.Expected;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests the workload without any fault, so that whatever it finds is a bug of the workload or of the program. */
@ExtendWith(Servers.Extension.class)
class FaultWorkloadIT {
    private static final long SEED = 20;
    private static final long ENOUGH = 4_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void everyKindOfChangeEndsInTheIndexWhetherHousekeepingRunsOrNot(Servers servers, @TempDir Path directory)
            throws Exception {
        try (FaultWorkload workload = FaultWorkload.create(servers.connection(), "workload", SEED, 4, 400)) {
            Site site = Site.withDefinition(servers.addresses(), directory, "workload", workload.definition());
            site.addPeer("workload", "workload", 1);
            site.run(0, "index", "create", "workload");
            try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
                workload.start();
                Oracle.await("operations", PATIENCE, () -> workload.operations() >= ENOUGH / 2);
                compact(servers, workload);
                Oracle.await("operations", PATIENCE, () -> workload.operations() >= ENOUGH);
                workload.stop();
                Expected expected = workload.expected();
                site.oracle().awaitConverged(expected.documents(), PATIENCE, () -> site.events("default", "workload"));
                assertThat(site.oracle().misjudged(expected.unmappable())).isEmpty();
                assertThat(workload.counts().byKind().values()).allMatch(count -> count > 0);
                compact(servers, workload);
                assertThat(workload.expected())
                        .as("rows after a compaction that emits no event")
                        .isEqualTo(expected);
                assertThat(indexer.isAlive()).isTrue();
            }
        }
    }

    private static void compact(Servers servers, FaultWorkload workload) throws Exception {
        try (Admin admin = servers.connection().getAdmin()) {
            admin.flush(workload.table());
            long before = admin.getLastMajorCompactionTimestamp(workload.table());
            admin.majorCompact(workload.table());
            Oracle.await("a major compaction", PATIENCE, () -> compactedSince(admin, workload, before));
        }
    }

    private static boolean compactedSince(Admin admin, FaultWorkload workload, long before) {
        try {
            return admin.getLastMajorCompactionTimestamp(workload.table()) > before
                    && admin.getCompactionState(workload.table()) == CompactionState.NONE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
