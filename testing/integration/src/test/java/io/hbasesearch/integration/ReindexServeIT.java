/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
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
        ReindexStand stand = embedded(servers, directory, "reindexserve", 400);
        try (SearchProcess serve = SearchProcess.start(stand.site(), "serve");
                Workload workload = new Workload(stand.table(), 100, 3).startSlowly(50)) {
            controlled(stand);
            assertThat(stand.run(0)).contains("\"state\":\"done\"");
            assertThat(stand.newest().orElseThrow().heartbeat().owner().name())
                    .startsWith("process " + serve.pid() + " ");
            workload.close();
            Oracle.await("equality", ReindexStand.PATIENCE, () -> isEqual(stand));
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private static ReindexStand embedded(Servers servers, Path directory, String name, int rows) throws Exception {
        ReindexStand stand = ReindexStand.create(servers, directory, name, rows);
        stand.configure(
                "backend: elasticsearch", "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene"));
        stand.site().run(0, "index", "create", stand.name());
        return stand;
    }

    @Test
    void serveBuildsItsIndexAnewGivesUpWhatIsCancelledAndGoesBack(Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = embedded(servers, directory, "rebuildserve", 300);
        try (SearchProcess serve = SearchProcess.start(stand.site(), "serve")) {
            assertThat(stand.run(0)).contains("\"state\":\"done\"");
            cancelledWhileItBuilds(stand);
            assertThat(stand.run(0, "--rebuild", "--keep-old")).contains("\"state\":\"done\"");
            assertThat(generations(stand)).containsExactly("old", "live");
            stand.put(0, 20, "after the switch");
            Oracle.await("equality", ReindexStand.PATIENCE, () -> isEqual(stand));
            assertThat(of(stand, 0, "rollback")).contains("\"state\":\"done\"");
            assertThat(generations(stand)).containsExactly("live", "old");
            Oracle.await("equality after going back", ReindexStand.PATIENCE, () -> isEqual(stand));
            assertThat(of(stand, 0, "drop-old")).contains("\"state\":\"done\"");
            assertThat(generations(stand)).containsExactly("live");
            assertThat(of(stand, 1, "rollback")).contains("no old generation");
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private static void cancelledWhileItBuilds(ReindexStand stand) throws Exception {
        try (SearchProcess command = stand.start("rebuild", "--rebuild", "--threads", "1", "--rows-per-second", "5")) {
            Oracle.await(
                    "it builds", ReindexStand.PATIENCE, () -> generations(stand).contains("building"));
            assertThat(of(stand, 0, "cancel")).contains("\"state\":\"cancelled\"");
            stand.assertEnds(command, 1, "rebuild");
            assertThat(generations(stand)).containsExactly("live");
        }
    }

    private static String of(ReindexStand stand, int exitCode, String verb) {
        return stand.site().run(exitCode, "reindex", verb, stand.name(), "-o", "json");
    }

    /** What each is to readers, from the oldest to the newest. */
    private static List<String> generations(ReindexStand stand) {
        return Pattern.compile("\"state\":\"(old|live|building)\"")
                .matcher(of(stand, 0, "status"))
                .results()
                .map(found -> found.group(1))
                .toList();
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
