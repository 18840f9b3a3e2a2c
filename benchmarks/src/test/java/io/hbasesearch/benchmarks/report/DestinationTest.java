/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Size;
import io.hbasesearch.benchmarks.harness.Span;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DestinationTest {
    private static final Size SIZE = new Size(1_000, 1);
    private static final Path ROOT = Path.of("root");
    private static final Path PUBLISHED = ROOT.resolve("benchmarks/reports");
    private static final Path KEPT = ROOT.resolve("benchmarks/target/reports");
    private static final Path WANTED = Path.of("elsewhere");

    private final Destination usual = new Destination(ROOT, null);
    private final Destination chosen = new Destination(ROOT, WANTED);

    private static Options options(int documentBytes, int partitions, boolean separate) {
        // As many rows as make it no smaller a run, however short their text is.
        return new Options(
                new Size(2_000_000, 1),
                5,
                2,
                new Options.Shape(documentBytes, partitions),
                separate ? List.of(Server.HBASE) : List.of(),
                Options.Conditions.STANDARD,
                Options.Mode.STANDARD);
    }

    private static Report report(Options options) {
        Finding finding = new Finding(List.of(), List.of(), List.of());
        return new Report(
                Report.Origin.of(
                        new Scenario("index", "How fast it is.", SIZE, SIZE, run -> finding),
                        "benchmarks/run index",
                        new Span(Instant.EPOCH, Instant.EPOCH),
                        options),
                finding,
                options,
                new Machine(new Machine.Platform("a processor", 2, "Linux", "17"), 1_024, 0, 4_096, "ext4", Map.of()),
                0,
                new Build("abc", Map.of()));
    }

    private static Report report(boolean quick, boolean profile) {
        return report(new Options(
                SIZE,
                5,
                2,
                Options.Shape.STANDARD,
                List.of(),
                Options.Conditions.STANDARD,
                new Options.Mode(quick, profile)));
    }

    @Test
    void onlyWhatIsForPublicationIsPutIntoTheRepository() {
        assertThat(usual.of(report(false, false))).isEqualTo(PUBLISHED);
        assertThat(usual.of(report(true, false))).isEqualTo(KEPT);
        assertThat(chosen.of(report(true, false))).isEqualTo(WANTED);
    }

    @Test
    void aRunWithFlightRecorderPublishesItsProfileAndNotItsFigures() {
        assertThat(usual.of(report(false, true))).isEqualTo(KEPT);
        assertThat(usual.ofProfile(report(false, true))).isEqualTo(PUBLISHED);
        assertThat(chosen.of(report(false, true))).isEqualTo(KEPT);
        assertThat(chosen.ofProfile(report(false, true))).isEqualTo(WANTED);
    }

    @Test
    void aProfileOfAQuickRunIsNotPublishedEither() {
        assertThat(usual.ofProfile(report(true, true))).isEqualTo(KEPT);
    }

    @Test
    void anotherVariantHasADirectoryThatIsNamedAfterIt() {
        assertThat(usual.of(report(options(200, 4, false)))).isEqualTo(PUBLISHED.resolve("200-bytes"));
        assertThat(usual.of(report(options(1_024, 1, false)))).isEqualTo(PUBLISHED.resolve("1-partition"));
        assertThat(usual.of(report(options(1_024, 16, false)))).isEqualTo(PUBLISHED.resolve("16-partitions"));
        assertThat(usual.of(report(options(1_024, 4, true)))).isEqualTo(PUBLISHED.resolve("separate"));
        assertThat(usual.all(options(200, 16, true)))
                .containsExactly(
                        PUBLISHED.resolve("separate-200-bytes-16-partitions"),
                        KEPT.resolve("separate-200-bytes-16-partitions"));
    }
}
