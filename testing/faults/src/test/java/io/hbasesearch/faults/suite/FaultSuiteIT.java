/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.workload.FaultWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index never lies: whatever fails while rows change, once writes stop every document equals its row, and no row is without
 * its document. One test for each seed, all on one cluster.
 */
class FaultSuiteIT {
    private static final Logger log = LoggerFactory.getLogger(FaultSuiteIT.class);
    private static final Path DIRECTORY =
            Path.of(System.getProperty("faults.directory", "target/faults")).toAbsolutePath();
    private static ClusterInABox box;
    private static Connection connection;

    @TestFactory
    Stream<DynamicTest> theIndexEqualsTheTableAfterEveryScheduleOfFaults() throws Exception {
        Seeds seeds = Seeds.ofThisRun();
        Outages outages = Outages.ofThisRun();
        // One by itself must not replace the report of twenty.
        Path directory = seeds.isOne() ? files(seeds.values().get(0)) : DIRECTORY;
        Report report = new Report(directory, seeds);
        ResultStore earlier = new ResultStore(directory.resolve("results"), seeds, outages);
        return seeds.values().stream()
                .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
                    SeedResult result = seeds.isOne() ? run(seed, outages) : resultOf(seed, outages, earlier);
                    report.add(result);
                    assertRight(result);
                }));
    }

    /** From a run of the same code that was cut short, or by striking. */
    private static SeedResult resultOf(long seed, Outages outages, ResultStore earlier) throws Exception {
        Optional<SeedResult> known = earlier.find(seed);
        if (known.isPresent()) {
            log.info("seed {} ran already, with the same code: its result is taken from {}", seed, DIRECTORY);
            return known.get();
        }
        SeedResult result = run(seed, outages);
        earlier.add(result);
        return result;
    }

    private static SeedResult run(long seed, Outages outages) throws Exception {
        startTheCluster();
        Path files = Files.createDirectories(files(seed));
        return new SeedRun(box, connection, files, Schedule.of(seed, outages), FaultWorkload::create).run();
    }

    private static void assertRight(SeedResult result) {
        assertThat(result.wrong())
                .as(
                        "what is wrong after seed %d. Repeat it: ./mvnw -Pfaults verify -Dit.test=FaultSuiteIT -Dfaults.seed=%d"
                                + " (testing/faults/README.md says how to run nothing else)",
                        result.seed(), result.seed())
                .isEmpty();
        assertThat(result.strikes()).as("faults").isNotEmpty();
    }

    private static Path files(long seed) {
        return DIRECTORY.resolve("seed-" + seed);
    }

    /** Once, and not at all if every seed has its result already. */
    private static void startTheCluster() throws Exception {
        if (connection != null) {
            return;
        }
        Path directory = Files.createTempDirectory("hbase-search-faults");
        // Servers that run as another user must be able to reach their files.
        directory.toFile().setExecutable(true, false);
        box = new ClusterInABox(directory.resolve("box"), Path.of(System.getProperty("hbasesearch.endpoint.jar")));
        box.start();
        connection = ConnectionFactory.createConnection(box.clientConfiguration());
    }

    @AfterAll
    static void stopTheCluster() throws IOException {
        if (connection != null) {
            connection.close();
        }
        if (box != null && !Boolean.getBoolean("faults.keep")) {
            box.close();
        }
    }
}
