/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Measured;
import io.hbasesearch.benchmarks.harness.Span;
import io.hbasesearch.benchmarks.profile.Observation.Allocating;
import io.hbasesearch.benchmarks.profile.Observation.Paused;
import io.hbasesearch.benchmarks.profile.Observation.Running;
import io.hbasesearch.benchmarks.profile.Profile.OfWay;
import io.hbasesearch.benchmarks.profile.Shares.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ProfileTest {
    private static final Instant ZERO = Instant.EPOCH;
    private static final List<String> MAPPING =
            List.of("java.util.HashMap.put", "io.hbasesearch.core.mapping.RowMapper.map", "java.lang.Thread.run");
    private static final List<String> JSON = List.of(
            "com.fasterxml.jackson.core.JsonGenerator.writeString",
            "io.hbasesearch.core.mapping.DocumentJson.write",
            "java.lang.Thread.run");

    private final Profile profile = new Profile(List.of(
            measured("indexer", false, 0, 10),
            measured("bulk", true, 10, 20),
            measured("indexer", true, 25, 30),
            measured("indexer", true, 30, 40)));

    private static Measured measured(String way, boolean counts, int from, int to) {
        return new Measured(way, counts, new Span(ZERO.plusSeconds(from), ZERO.plusSeconds(to)));
    }

    private void run(double second, String thread, List<String> frames) {
        profile.add(new Running(ZERO.plusMillis((long) (1_000 * second)), thread, frames));
    }

    private OfWay indexer() {
        return profile.ways().get("indexer");
    }

    private static Map<String, Double> parts(Shares shares, long whole) {
        return shares.greatest(10, whole).stream().collect(Collectors.toMap(Share::name, Share::part));
    }

    @Test
    void aWayHasWhatWasSeenWithinItsOwnClockInRoundsThatCount() {
        run(5, "warm-up", MAPPING);
        run(15, "the baseline's", MAPPING);
        run(22, "between two", MAPPING);
        run(25, "first", MAPPING);
        run(29.999, "first", MAPPING);
        run(30, "second", MAPPING);
        run(40, "behind the end", MAPPING);
        assertThat(indexer().threads().greatest(10, 3))
                .containsExactly(new Share("first", 2.0 / 3), new Share("second", 1.0 / 3));
        assertThat(indexer().rounds()).isEqualTo(2);
        assertThat(indexer().length()).isEqualTo(Duration.ofSeconds(15));
        assertThat(profile.ways().get("bulk").owners().total()).isOne();
    }

    @Test
    void theJdkAndLibrariesAreToldApartFromOurPackages() {
        run(26, "map", MAPPING);
        run(26, "map", JSON);
        run(26, "map", List.of("java.util.HashMap.put", "java.lang.Thread.run"));
        run(26, "map", List.of("org.apache.hadoop.hbase.CellUtil.cloneRow", "io.hbasesearch.hbase.Cells.of"));
        assertThat(parts(indexer().owners(), 4))
                .isEqualTo(
                        Map.of("io.hbasesearch.core.mapping", 0.25, "Jackson", 0.25, Owners.JDK, 0.25, "HBase", 0.25));
    }

    @Test
    void whatALibraryDoesIsAlsoCountedForTheMethodOfOursThatCalledIt() {
        run(26, "map", JSON);
        run(26, "map", JSON);
        run(26, "map", List.of("io.hbasesearch.benchmarks.load.PutLoad.run", "java.lang.Thread.run"));
        run(26, "map", List.of("io.hbasesearch.shaded.com.google.protobuf.Parser.parse"));
        assertThat(indexer().callers().greatest(10, 4))
                .containsExactly(new Share("core.mapping.DocumentJson.write", 0.5));
    }

    @Test
    void bytesAndPausesAreSummedUp() {
        profile.add(new Allocating(ZERO.plusSeconds(26), 3_000, JSON));
        profile.add(new Allocating(ZERO.plusSeconds(27), 1_000, MAPPING));
        profile.add(new Paused(ZERO.plusSeconds(28), Duration.ofMillis(20)));
        profile.add(new Paused(ZERO.plusSeconds(5), Duration.ofMillis(500)));
        assertThat(parts(indexer().allocators(), 4_000))
                .isEqualTo(Map.of("Jackson", 0.75, "io.hbasesearch.core.mapping", 0.25));
        assertThat(indexer().paused()).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void threadsThatDifferInNumbersAndAddressesAreOneGroup() {
        assertThat(Profile.threadGroup("RPCClient-NioEventLoopGroup-4-12")).isEqualTo("RPCClient-NioEventLoopGroup-*");
        assertThat(Profile.threadGroup("RS:0;127.0.0.1:34567.replicationSource,mail"))
                .isEqualTo("RS:*;*.replicationSource,mail");
        assertThat(Profile.threadGroup("regionserver/some-host.example:0.Chore.1"))
                .isEqualTo("regionserver/*.Chore.*");
        assertThat(Profile.threadGroup("hbase-search-mail-bulk-3")).isEqualTo("hbase-search-mail-bulk-*");
        assertThat(Profile.threadGroup("Lucene Merge Thread #7")).isEqualTo("Lucene Merge Thread #*");
        assertThat(Profile.threadGroup("hconnection-0x5f3a2b1c-shared-pool")).isEqualTo("hconnection-*-shared-pool");
    }

    @Test
    void thePageShowsWaysThatHaveSamplesAndTheGreatestSharesFirst() {
        for (int i = 0; i < 30; i++) {
            run(26, "map-" + i, i < 20 ? MAPPING : JSON);
        }
        run(15, "bulk", MAPPING);
        String page = ProfilePage.of("index", "as it was", Map.of("the measuring JVM", profile));
        assertThat(page).contains("# Where the time goes: index", "as it was", "## indexer: the measuring JVM");
        assertThat(page).contains("30 samples in 15.0 s of 2 rounds").doesNotContain("## bulk");
        assertThat(page).containsSubsequence("| 66.7 | `io.hbasesearch.core.mapping` |", "| 33.3 | `Jackson` |");
        assertThat(page).contains("| 100.0 | `map-*` |");
    }
}
