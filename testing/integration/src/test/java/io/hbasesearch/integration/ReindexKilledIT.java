/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A reindex that is killed again and again; {@code -Dreindex.seed=N} for other moments. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(1_200)
class ReindexKilledIT {
    private static final Logger log = LoggerFactory.getLogger(ReindexKilledIT.class);
    private static final long STANDARD_SEED = 20_261_122;
    private static final int KILLS = 10;
    /** However slow the machine: the life in which enough is brought to its end for its repetition to be noticed. */
    private static final int FRUITFUL = 5;

    private static final int REGIONS = 32;
    private static final int OLD_ROWS = 75 * REGIONS;
    /** So slow that ten lives do not suffice, and so fast that most of them bring a region or two to its end. */
    private static final String[] SLOWLY = {"--threads", "1", "--rows-per-second", "30"};

    private static final int LONGEST_LIFE_MILLIS = 8_000;
    /** Few enough that the oracle can read every event. */
    private static final int OPERATIONS_PER_SECOND = 40;

    private static final int CHANGING_ROWS = 300;

    @Test
    void reindexKilledTenTimesContinuesUntilTheIndexEqualsTheTable(Servers servers, @TempDir Path directory)
            throws Exception {
        long seed = Long.getLong("reindex.seed", STANDARD_SEED);
        log.info("moments of seed {}", seed);
        ReindexStand stand = ReindexStand.withIndex(servers, directory, "reindexten", OLD_ROWS, splits());
        try (SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            try (Workload workload =
                    new Workload(stand.table(), CHANGING_ROWS, seed).startSlowly(OPERATIONS_PER_SECOND)) {
                killAgainAndAgain(stand, new Random(seed));
                long before = stand.counts().rows();
                assertThat(stand.run(0)).contains("\"state\":\"done\"");
                report(stand, before);
                assertThat(workload.operations()).isGreaterThan(OPERATIONS_PER_SECOND);
            }
            stand.awaitConverged();
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static byte[][] splits() {
        byte[][] splits = new byte[REGIONS - 1][];
        for (int i = 0; i < splits.length; i++) {
            splits[i] = new byte[] {(byte) ((i + 1) * 256 / REGIONS)};
        }
        return splits;
    }

    private static void killAgainAndAgain(ReindexStand stand, Random random) throws Exception {
        for (int kill = 1; kill <= KILLS; kill++) {
            String name = "killed-" + kill;
            try (SearchProcess process = stand.start(name, SLOWLY)) {
                // Now and then also before it has begun.
                if (random.nextInt(4) > 0) {
                    stand.awaitOwnedBy(process);
                }
                if (kill == FRUITFUL) {
                    stand.awaitRows(OLD_ROWS / 4);
                }
                assertThat(process.awaitEnd(Duration.ofMillis(random.nextInt(LONGEST_LIFE_MILLIS))))
                        .as("it is killed before its end")
                        .isFalse();
                process.kill();
            }
            log.info("kill {}: {} rows read so far", kill, stand.counts().rows());
        }
    }

    /** What was read after the last entry in the log before a kill is not counted: two seconds' worth each time. */
    private static void report(ReindexStand stand, long before) throws Exception {
        long read = stand.counts().rows();
        int there = stand.table().expected().size();
        log.info(
                "{} rows read of a table of {}, {} of them twice; {} after the last kill",
                read,
                there,
                read - there,
                read - before);
        assertThat(read).isGreaterThanOrEqualTo(there - CHANGING_ROWS);
        assertThat(read - before)
                .as("read after the last kill: what was done before is not done again")
                .isLessThan(OLD_ROWS * 9 / 10);
    }
}
