/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.fault.ElasticsearchFault.ElasticsearchUnreachable;
import io.hbasesearch.faults.fault.ElasticsearchFault.IndexClosed;
import io.hbasesearch.faults.fault.Fault;
import io.hbasesearch.faults.fault.HBaseFault.RegionsMoved;
import io.hbasesearch.faults.fault.IndexerFault.IndexerKilled;
import io.hbasesearch.faults.mutants.Mutant;
import io.hbasesearch.faults.mutants.PlantedMutants;
import io.hbasesearch.faults.workload.FaultWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tests that a seed finds a mutant: it runs as it always does, except that its faults are chosen and its indexers have the
 * mutant. Without a mutant it must find nothing. Mutants that only a particular interleaving gives away have
 * stories of their own in {@code io.hbasesearch.faults.mutants}.
 */
class MutantSeedsIT {
    private static final Logger log = LoggerFactory.getLogger(MutantSeedsIT.class);
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Of a difference that stays, nobody waits longer for the end. */
    private static final Duration CONVERGENCE = Duration.ofSeconds(45);

    private static final List<Fault> INDEX_CLOSED = List.of(new IndexClosed(SECOND.multipliedBy(3)));
    private static final List<Fault> UNREACHABLE = List.of(new ElasticsearchUnreachable(SECOND.multipliedBy(20)));
    private static final List<Fault> KILLS =
            List.of(new IndexerKilled(SECOND), new IndexerKilled(SECOND), new IndexerKilled(SECOND));

    private static ClusterInABox box;
    private static Connection connection;
    private static long nextSeed = 1;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() throws Exception {
        Path data = Files.createTempDirectory("hbase-search-mutants");
        // Servers that run as another user must be able to reach their files.
        data.toFile().setExecutable(true, false);
        box = new ClusterInABox(data.resolve("box"), Path.of(System.getProperty("hbasesearch.endpoint.jar")));
        box.start();
        connection = ConnectionFactory.createConnection(box.clientConfiguration());
    }

    @AfterAll
    static void stop() throws IOException {
        if (connection != null) {
            connection.close();
        }
        if (box != null) {
            box.close();
        }
    }

    @Test
    void ourCodeGetsThroughTheSameSeed() throws Exception {
        SeedResult result = run(KILLS, UNREACHABLE, Duration.ofMinutes(10), Optional.empty());
        assertThat(result.wrong()).isEmpty();
        assertThat(result.passed()).isTrue();
        assertThat(result.times().convergence())
                .as("no mutant is caught for being slow: ours is done long before they are given up")
                .isLessThan(CONVERGENCE);
    }

    @Test
    void commitsBeforeAcknowledgementAreCaught() throws Exception {
        assertCaught(
                PlantedMutants.COMMIT_BEFORE_ACKNOWLEDGEMENT,
                "(missing|stale|extra|unaccounted) .*",
                KILLS,
                UNREACHABLE);
    }

    @Test
    void deletesInsteadOfStubsAreCaught() throws Exception {
        assertCaught(
                PlantedMutants.DELETES_INSTEAD_OF_STUBS,
                "(extra .* at version \\d+|unaccounted .* has no document or stub at version \\d+)",
                List.of(new RegionsMoved()),
                INDEX_CLOSED);
    }

    @Test
    void aVersionWithoutItsEpochIsCaught() throws Exception {
        assertCaught(
                PlantedMutants.VERSION_WITHOUT_EPOCH,
                "unaccounted .* has no document or stub at version \\d+",
                List.of(new RegionsMoved()),
                INDEX_CLOSED);
    }

    private void assertCaught(Mutant mutant, String trace, List<Fault> upstream, List<Fault> downstream)
            throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        mutant.compile(classes);
        SeedResult result = run(upstream, downstream, CONVERGENCE, Optional.of(classes));
        log.info("{}: caught by {}", mutant.name(), result.wrong());
        assertThat(result.passed()).isFalse();
        assertThat(result.wrong())
                .as("what the seed finds of '%s'", mutant.name())
                .anyMatch(Pattern.compile(trace).asMatchPredicate());
    }

    private SeedResult run(List<Fault> upstream, List<Fault> downstream, Duration convergence, Optional<Path> classes)
            throws Exception {
        Schedule schedule = new Schedule(nextSeed++, false, upstream, downstream, Duration.ZERO);
        SeedRun.Plan plan = new SeedRun.Plan(schedule, Outages.STANDARD.brief(), convergence, classes);
        Path files = Files.createDirectories(directory.resolve("seed"));
        return new SeedRun(box, connection, files, plan, FaultWorkload::create).run();
    }
}
