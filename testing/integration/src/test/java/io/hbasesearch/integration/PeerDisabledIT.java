/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Servers.Extension.class)
class PeerDisabledIT {
    private static final long SEED = 7;
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);

    @Test
    void whatWasWrittenWhileThePeerWasDisabledArrivesOnceItIsEnabled(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "paused", 1);
        Site site = new Site(servers.addresses(), directory, "default:paused", "paused");
        site.addPeer("paused", "paused", 1);
        site.run(0, "index", "create", "paused");
        try (SearchProcess indexer = SearchProcess.start(site, "indexer");
                Workload workload = new Workload(table, 100, SEED)) {
            workload.apply(300);
            Oracle oracle = site.oracle();
            oracle.awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "paused"));

            site.run(0, "peer", "disable", "--peer-id", "paused");
            workload.apply(600);
            assertThat(oracle.differences(table.expected()))
                    .as("rows not announced yet")
                    .isNotEmpty();

            site.run(0, "peer", "enable", "--peer-id", "paused");
            oracle.awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "paused"));
            assertThat(indexer.isAlive()).isTrue();
        }
    }
}
