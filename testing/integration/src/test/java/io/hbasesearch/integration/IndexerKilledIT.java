/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HeldReplies;
import io.hbasesearch.servers.TcpRelay;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Servers.Extension.class)
@OnlyWithFaults
class IndexerKilledIT {
    private static final long SEED = 99;
    private static final Duration CONVERGENCE = Duration.ofMinutes(2);

    @Test
    void indexerKilledBeforeABulkReplyLosesAndRevivesNothing(Servers servers, @TempDir Path directory)
            throws Exception {
        TestTable table = TestTable.create(servers.connection(), "killed", 1);
        try (TcpRelay relay = TcpRelay.to(servers.elasticsearch().port());
                Workload workload = new Workload(table, 100, SEED)) {
            URI throughRelay = URI.create("http://127.0.0.1:" + relay.port());
            Site site = new Site(
                    servers.addresses().withElasticsearch(throughRelay), directory, "default:killed", "killed");
            site.addPeer("killed", "killed", 1);
            site.run(0, "index", "create", "killed");

            long committed;
            try (SearchProcess indexer = SearchProcess.start(site, "indexer")) {
                workload.apply(200);
                site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "killed"));
                Oracle.await("offsets committed", Duration.ofSeconds(30), () -> site.committedEvents() > 0);
                try (HeldReplies held = relay.holdRepliesTo("_bulk")) {
                    workload.apply(200);
                    assertThat(held.awaitRequest(Duration.ofSeconds(30))).isTrue();
                    indexer.kill();
                    committed = site.committedEvents();
                }
            }
            assertThat(committed)
                    .as("events that were sent but not acknowledged")
                    .isLessThan(site.eventCount("default", "killed"));
            workload.apply(50);
            try (SearchProcess next = SearchProcess.start(site, "indexer")) {
                site.oracle().awaitConverged(table.expected(), CONVERGENCE, () -> site.events("default", "killed"));
                Oracle.await(
                        "all committed",
                        Duration.ofSeconds(30),
                        () -> site.committedEvents() == site.eventCount("default", "killed"));
                assertThat(next.isAlive()).isTrue();
            }
        }
    }
}
