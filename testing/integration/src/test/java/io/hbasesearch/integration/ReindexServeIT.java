/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.indexer.reindex.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code reindex} of an embedded index: {@code serve} does the work, and commands beside it say what. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(300)
class ReindexServeIT {
    @Test
    void serveFillsItsIndexAndObeysCommandsBesideIt(Servers servers, @TempDir Path directory) throws Exception {
        ReindexStand stand = ReindexStand.create(servers, directory, "reindexserve", 400);
        stand.configure(
                "backend: elasticsearch", "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene"));
        stand.site().run(0, "index", "create", stand.name());
        try (SearchProcess serve = SearchProcess.start(stand.site(), "serve");
                Workload workload = new Workload(stand.table(), 100, 3).startSlowly(50)) {
            controlled(stand);
            assertThat(stand.run(0)).contains("\"state\":\"done\"");
            assertThat(stand.newest().orElseThrow().owner().name()).startsWith("process " + serve.pid() + " ");
            workload.close();
            Oracle.await("equality", ReindexStand.PATIENCE, () -> isEqual(stand));
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private static void controlled(ReindexStand stand) throws Exception {
        String name = stand.name();
        try (SearchProcess command = stand.start("reindex", "--threads", "1", "--rows-per-second", "10")) {
            stand.awaitRows(1);
            assertThat(stand.site().run(0, "reindex", "pause", name, "-o", "json"))
                    .contains("\"state\":\"paused\"");
            assertThat(stand.site().run(0, "reindex", "status", name, "-o", "json"))
                    .contains("\"state\":\"paused\"");
            assertThat(stand.site().run(0, "reindex", "resume", name, "-o", "json"))
                    .contains("\"state\":\"running\"");
            assertThat(stand.site().run(0, "reindex", "cancel", name, "-o", "json"))
                    .contains("\"state\":\"cancelled\"");
            stand.assertEnds(command, 1, "reindex");
            assertThat(stand.newest().orElseThrow().state()).isEqualTo(RunState.State.CANCELLED);
        }
    }

    private static boolean isEqual(ReindexStand stand) {
        try {
            return stand.site()
                    .run(0, "verify", stand.name(), "-o", "json")
                    .contains("\"missing\":0,\"stale\":0,\"extra\":0");
        } catch (AssertionError e) {
            return false;
        }
    }
}
