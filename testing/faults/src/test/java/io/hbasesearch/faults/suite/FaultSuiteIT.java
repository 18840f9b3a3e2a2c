/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.workload.FaultWorkload;
import io.hbasesearch.servers.DataDirectories;
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
    private static final int ENOUGH = 3;
    private static ClusterInABox box;
    private static Connection connection;

    @TestFactory
    Stream<DynamicTest> theIndexEqualsTheTableAfterEveryScheduleOfFaults() throws Exception {
        Seeds seeds = Seeds.ofThisRun();
        Outages outages = Outages.ofThisRun();
        // One by itself must not replace the report of twenty.
        Path directory =
                seeds.isOne() ? DIRECTORY.resolve("seed-" + seeds.values().get(0) + "-report") : DIRECTORY;
        Report report = new Report(directory, seeds, outages);
        ResultStore earlier = new ResultStore(directory.resolve("results"), seeds, outages);
        Stream<DynamicTest> each = seeds.values().stream()
                .map(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
                    // One that is named is to run, whatever is known of it.
                    Optional<SeedResult> known = seeds.isOne() ? Optional.empty() : earlier.find(seed);
                    assertRight(known.isPresent() ? known(known.get(), report) : run(seed, outages, earlier, report));
                }));
        Stream<DynamicTest> all = Stream.of(seeds)
                .filter(Seeds::isStandard)
                .map(every -> DynamicTest.dynamicTest(
                        "every class of fault has struck", () -> assertEveryClassStruck(report)));
        return Stream.concat(each, all);
    }

    private static void assertRight(SeedResult result) {
        assertThat(result.wrong())
                .as(
                        "what is wrong after seed %d. Repeat it: ./mvnw -Pfaults verify -Dit.test=FaultSuiteIT"
                                + " -Dfaults.seed=%d (testing/faults/README.md says how to run nothing else)",
                        result.plan().seed(), result.plan().seed())
                .isEmpty();
        assertThat(result.strikes())
                .as("faults that struck")
                .hasSize(result.plan().faults());
    }

    /** From a run of the same code that was cut short. */
    private static SeedResult known(SeedResult result, Report report) throws IOException {
        log.info(
                "seed {} ran already, with the same code: its result is taken from {}",
                result.plan().seed(),
                DIRECTORY);
        report.add(result);
        return result;
    }

    /** A failure stays a failure, whatever it is: the result is kept before anybody hears of it. */
    @SuppressWarnings("CatchingUnchecked")
    private static SeedResult run(long seed, Outages outages, ResultStore results, Report report) throws Exception {
        SeedRun.Plan plan = SeedRun.Plan.of(seed, outages);
        startTheCluster();
        try {
            SeedResult result = new SeedRun(box, connection, anew(seed), plan, FaultWorkload::create).run();
            results.add(result);
            report.add(result);
            if (!result.wrong().isEmpty()) {
                box.copyLogs(DIRECTORY.resolve("seed-" + seed).resolve("servers"));
            }
            return result;
        } catch (Throwable e) {
            SeedResult failed = SeedResult.failed(plan.schedule(), plan.share(), e);
            results.add(failed);
            report.add(failed);
            box.copyLogs(DIRECTORY.resolve("seed-" + seed).resolve("servers"));
            throw e;
        }
    }

    private static void assertEveryClassStruck(Report report) {
        assertThat(report.totals()).extracting(ClassTotals::kind).containsAll(ReliabilityTable.kinds());
        assertThat(report.totals())
                .allSatisfy(fault -> assertThat(fault.strikes().felt())
                        .as(
                                "times that %s reached hbase-search, of %d",
                                fault.kind(), fault.strikes().times())
                        .isGreaterThanOrEqualTo(ENOUGH));
    }

    /** The files of the run before are kept beside them, once: a difference that showed may not show again. */
    private static Path anew(long seed) throws IOException {
        Path files = DIRECTORY.resolve("seed-" + seed);
        if (Files.exists(files)) {
            Path before = DIRECTORY.resolve("seed-" + seed + "-before");
            DataDirectories.delete(before);
            Files.move(files, before);
        }
        return Files.createDirectories(files);
    }

    /** Once, and not at all if every seed has its result already. */
    private static void startTheCluster() throws Exception {
        if (connection != null) {
            return;
        }
        Path directory = Files.createTempDirectory("hbase-search-faults");
        // Servers that run as another user must be able to reach their files.
        directory.toFile().setExecutable(true, false);
        if (box != null) {
            // It did not start for the seed before.
            box.close();
        }
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
