/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.workload.FaultWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The index never lies: whatever fails while rows change, once writes stop every document equals its row, and no row is without
 * its document. One test for each seed, all on one cluster.
 */
class FaultSuiteIT {
    private static final double SCALE = Double.parseDouble(System.getProperty("faults.scale", "0.05"));
    private static Path directory;
    private static ClusterInABox box;
    private static Connection connection;

    @BeforeAll
    static void startTheCluster() throws Exception {
        directory = Files.createTempDirectory("hbase-search-faults");
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

    @TestFactory
    Stream<DynamicTest> theIndexEqualsTheTableAfterEveryScheduleOfFaults() throws Exception {
        Seeds seeds = Seeds.ofThisRun();
        Report report = new Report(Path.of("target", "faults"), seeds);
        return seeds.values().stream().map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> run(seed, report)));
    }

    private static void run(long seed, Report report) throws Exception {
        Path files = Files.createDirectories(
                Path.of("target", "faults", "seed-" + seed).toAbsolutePath());
        SeedResult result = new SeedRun(box, connection, files, Schedule.of(seed, SCALE), FaultWorkload::create).run();
        report.add(result);
        assertThat(result.faults())
                .as(
                        "what is wrong after seed %d. Repeat it: ./mvnw -Pfaults verify -Dit.test=FaultSuiteIT -Dfaults.seed=%d"
                                + " -Dfaults.scale=%s (testing/faults/README.md says how to run nothing else)",
                        seed, seed, SCALE)
                .isEmpty();
        assertThat(result.strikes()).as("faults").isNotEmpty();
    }
}
