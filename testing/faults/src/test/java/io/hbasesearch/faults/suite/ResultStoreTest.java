/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.faults.suite.SeedResult.Found;
import io.hbasesearch.faults.suite.SeedResult.Strike;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultStoreTest {
    private static final String COMMIT = "0123456789012345678901234567890123456789";
    private static final SeedResult RESULT = result(7, List.of());

    @TempDir
    private Path directory;

    @Test
    void aResultIsFoundAgainByTheSameCodeWithTheSameLengths() throws Exception {
        store(COMMIT, Outages.STANDARD).add(RESULT);
        assertThat(store(COMMIT, Outages.STANDARD).find(7)).contains(RESULT);
        assertThat(store(COMMIT, Outages.STANDARD).find(8)).isEmpty();
    }

    @Test
    void aResultCountsForNoOtherCodeAndNoOtherLengths() throws Exception {
        store(COMMIT, Outages.STANDARD).add(RESULT);
        assertThat(store(COMMIT.replace('0', 'a'), Outages.STANDARD).find(7)).isEmpty();
        assertThat(store(COMMIT, new Outages(0.1, 1)).find(7)).isEmpty();
    }

    @Test
    void theLengthOfLongOutagesIsOfNoConcernToAShortSeed() throws Exception {
        store(COMMIT, Outages.STANDARD).add(RESULT);
        assertThat(store(COMMIT, new Outages(0.05, 0.1)).find(7)).contains(RESULT);
        store(COMMIT, Outages.STANDARD).add(result(3, List.of()));
        assertThat(store(COMMIT, new Outages(0.05, 0.1)).find(3)).isEmpty();
    }

    @Test
    void aResultOfFilesThatWereNeverCommittedCountsForNothing() throws Exception {
        store(COMMIT + "-dirty", Outages.STANDARD).add(RESULT);
        assertThat(store(COMMIT + "-dirty", Outages.STANDARD).find(7)).isEmpty();
    }

    @Test
    void aFailureStaysAFailure() throws Exception {
        SeedResult failed = result(8, List.of("missing"));
        store(COMMIT, Outages.STANDARD).add(failed);
        assertThat(store(COMMIT, Outages.STANDARD).find(8)).contains(failed);
    }

    @Test
    void aSeedThatCameToNoEndOfItsOwnHasAResultToo() throws Exception {
        SeedResult failed =
                SeedResult.failed(Schedule.of(9, Outages.STANDARD), 0.05, new IllegalStateException("no region"));
        store(COMMIT, Outages.STANDARD).add(failed);
        assertThat(store(COMMIT, Outages.STANDARD).find(9)).contains(failed);
        assertThat(failed.passed()).isFalse();
        assertThat(failed.wrong()).singleElement().asString().contains("no region");
    }

    private ResultStore store(String built, Outages outages) {
        return new ResultStore(directory.resolve("results"), new Seeds(COMMIT, built, List.of(7L), 1), outages);
    }

    private static SeedResult result(long seed, List<String> wrong) {
        Duration took = Duration.ofMillis(12_345);
        return new SeedResult(
                new SeedResult.Plan(seed, false, 0.05, 1),
                List.of(new Strike("RegionsMoved", "RegionsMoved[]", "4 regions moved", true, took)),
                new SeedResult.Writes(1_000, 2),
                new SeedResult.Events(1_500, 17, 4),
                new SeedResult.Comparison(500, new Found(1, 2, 3)),
                new SeedResult.Times(took, took),
                "10 whole answers",
                wrong);
    }
}
