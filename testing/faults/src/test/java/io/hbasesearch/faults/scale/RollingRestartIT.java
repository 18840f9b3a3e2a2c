/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Workload;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An upgrade of indexers as docs/deploying.md has it: under writes, stop one, start its successor, then the next. */
@ExtendWith(Servers.Extension.class)
class RollingRestartIT {
    private static final long SEED = 8;

    @Test
    void indexFollowsWritesWhileIndexersAreReplacedOneByOne(Servers servers, @TempDir Path directory) throws Exception {
        List<String> names = List.of("first", "second");
        Deque<SearchProcess> indexers = new ArrayDeque<>();
        try (SharedIndex index = new SharedIndex(servers, directory, "rolling");
                Workload workload = new Workload(index.table(), 200, SEED)) {
            for (String name : names) {
                indexers.add(index.startIndexer(name));
            }
            workload.start();
            index.awaitShared(indexers.size());
            for (String name : names) {
                assertThat(indexers.remove().stop()).as("exit code of " + name).isZero();
                index.awaitShared(indexers.size());
                long committed = index.committedEvents();
                Oracle.await(
                        "the other goes on without " + name,
                        SharedIndex.PATIENCE,
                        () -> index.committedEvents() > committed + 100);
                indexers.add(index.startIndexer(name + "-successor"));
                index.awaitShared(indexers.size());
            }
            workload.close();
            index.awaitConverged();
            assertThat(indexers).allMatch(SearchProcess::isAlive);
        } finally {
            for (SearchProcess indexer : indexers) {
                indexer.close();
            }
        }
    }
}
