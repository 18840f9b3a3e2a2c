/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Indexer processes that come and go under writes share the partitions of one index, and what need not move stays. */
@ExtendWith(Servers.Extension.class)
class ScaleOutIT {
    private static final long SEED = 4;

    @Test
    void aThirdJoinsUnderLoadAndAnotherIsKilled(Servers servers, @TempDir Path directory) throws Exception {
        try (SharedIndex index = new SharedIndex(servers, directory, "scaleout");
                Workload workload = new Workload(index.table(), 200, SEED);
                SearchProcess first = index.startIndexer("first");
                SearchProcess second = index.startIndexer("second")) {
            workload.start();
            Map<String, Set<Integer>> two = index.awaitShared(2);
            int movedBefore = givenUp(index, "first", "second");
            try (SearchProcess third = index.startIndexer("third")) {
                Map<String, Set<Integer>> three = index.awaitShared(3);
                two.forEach((member, partitions) ->
                        assertThat(partitions).as("what stays, stays").containsAll(three.get(member)));
                assertThat(givenUp(index, "first", "second") - movedBefore)
                        .as("partitions that moved")
                        .isEqualTo(1);

                second.kill();
                index.awaitShared(2);
                long operations = workload.operations();
                Oracle.await("more writes", SharedIndex.PATIENCE, () -> workload.operations() > operations + 200);
                workload.close();
                index.awaitConverged();
                assertThat(first.isAlive() && third.isAlive()).isTrue();
            }
        }
    }

    /** How many times these processes say that they have given up a partition. */
    private static int givenUp(SharedIndex index, String... processes) throws IOException {
        String marker = "revoked partitions [";
        int partitions = 0;
        for (String process : processes) {
            for (String line : index.log(process)) {
                int at = line.indexOf(marker);
                if (at >= 0) {
                    String list = line.substring(at + marker.length(), line.indexOf(']', at));
                    partitions += list.split(", ").length;
                }
            }
        }
        return partitions;
    }
}
