/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A signal to a command, or to the process that owns an embedded index, stops its reindex, which goes on later. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class ReindexInterruptedIT {
    private static final int ROWS = 600;
    private static final int INTERRUPTED = 130;
    private static final String[] SLOWLY = {"--threads", "1", "--rows-per-second", "25"};
    private static final String[] REBUILD_SLOWLY = {"--rebuild", "--threads", "1", "--rows-per-second", "25"};

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSignalToTheCommandStopsTheReindexInTheOwner(boolean rebuild, Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = embedded(servers, directory, rebuild ? "stoppedrebuild" : "stoppedreindex");
        try (SearchProcess serve = SearchProcess.start(stand.site(), "serve")) {
            for (int time = 1; time <= 3; time++) {
                String log = "stopped-" + time;
                try (SearchProcess command = stand.start(log, rebuild ? REBUILD_SLOWLY : SLOWLY)) {
                    stand.awaitOwnedBy(serve);
                    stand.awaitRows(stand.counts().rows() + 10);
                    assertThat(command.stop()).isEqualTo(INTERRUPTED);
                }
                assertThat(stand.newest().orElseThrow().state()).isEqualTo(RunState.State.STOPPED);
                assertThat(stand.site().log(log))
                        .content()
                        .contains(
                                "\"error\":\"interrupted after ",
                                "Go on with: hbase-search reindex " + stand.name() + " --");
            }
            assertThat(serve.isAlive()).isTrue();
        }
    }

    @Test
    void afterAnOrderlyStopServeGoesOnByItselfAndReadsLittleAgain(Servers servers, @TempDir Path directory)
            throws Exception {
        ReindexStand stand = embedded(servers, directory, "servestopped");
        long before = 0;
        for (int time = 1; time <= 2; time++) {
            try (SearchProcess serve = SearchProcess.start(stand.site(), "serve");
                    SearchProcess command = time == 1 ? stand.start("first", SLOWLY) : null) {
                stand.awaitOwnedBy(serve);
                // More than one piece.
                stand.awaitRows(before + 200);
                assertThat(serve.stop()).isZero();
                if (command != null) {
                    stand.assertEnds(command, INTERRUPTED, "first");
                }
                before = stand.counts().rows();
            }
            assertThat(stand.newest().orElseThrow().state()).isEqualTo(RunState.State.STOPPED);
        }
        try (SearchProcess serve = SearchProcess.start(stand.site(), "serve")) {
            Oracle.await(
                    "it goes on to the end",
                    ReindexStand.PATIENCE,
                    () -> stand.newest().orElseThrow().state() == RunState.State.DONE);
            // A piece takes five seconds, and may have just been read: 25 rows a second, twice, and as much again to
            // finish them.
            assertThat(stand.counts().rows()).isBetween((long) ROWS, ROWS + 2 * 2 * 5 * 25L);
            assertThat(stand.site().run(0, "verify", stand.name(), "-o", "json"))
                    .contains("\"missing\":0,\"stale\":0,\"extra\":0");
            assertThat(serve.isAlive()).isTrue();
        }
    }

    private static ReindexStand embedded(Servers servers, Path directory, String name) throws Exception {
        ReindexStand stand = ReindexStand.create(servers, directory, name, ROWS);
        stand.configure(
                "backend: elasticsearch", "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene"));
        stand.site().run(0, "index", "create", stand.name());
        return stand;
    }
}
