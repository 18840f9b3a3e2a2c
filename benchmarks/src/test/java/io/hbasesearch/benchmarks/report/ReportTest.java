/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Size;
import io.hbasesearch.benchmarks.harness.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Size SIZE = new Size(1_000, 1, 2);
    private static final List<Double> RATES = List.of(100.0, 110.0, 120.0, 130.0, 140.0);
    private static final List<Double> RATIOS = List.of(0.9, 0.91, 0.92, 0.93, 0.94);

    @TempDir
    private Path directory;

    private static Report report(String scenario, double load, boolean quick) {
        return report(scenario, load, quick, false, 0.01);
    }

    private static Report report(String scenario, double load, boolean quick, boolean profile, double others) {
        return report(scenario, load, quick, profile, others, List.of());
    }

    private static Report report(
            String scenario, double load, boolean quick, boolean profile, double others, List<Server> alone) {
        Finding finding = new Finding(
                List.of(new Series("bulk", "rows/s", RATES), new Series("indexer", "rows/s", RATES)),
                List.of(Verdict.of("indexer to bulk", RATIOS, Goal.atLeast(0.9))),
                List.of("bulk loads: 500 x 4"));
        Scenario described = new Scenario(scenario, "How fast it is.", SIZE, SIZE, run -> finding);
        return Report.of(
                described,
                Instant.EPOCH,
                finding,
                new Options(SIZE, 5, 2, 1_024, 4, alone, 0.5, 600, quick, profile),
                new Machine("a processor", 2, "Linux", "17", 1_024, load),
                others,
                new Build("abc", Map.of("HBase", "2.6")));
    }

    @Test
    void theJsonIsOneLineThatGivesTheSameReportBack() throws Exception {
        Report report = report("index", 0, false);
        assertThat(report.json()).doesNotContain("\n").contains("\"met\":true", "\"low\":0.9");
        assertThat(Report.parse(report.json())).isEqualTo(report);
    }

    @Test
    void whoHasACoreAloneIsReadAgainAndSaid() throws Exception {
        Report report = report("index", 0, false, false, 0, List.of(Server.HBASE, Server.KAFKA));
        assertThat(Report.parse(report.json())).isEqualTo(report);
        assertThat(new MarkdownReport(directory).write(report))
                .content()
                .contains(", a core for HBase and Kafka alone");
        assertThat(new MarkdownReport(directory).write(report("index", 0, false)))
                .content()
                .doesNotContain("alone");
    }

    @Test
    void aReportOfBeforeKnewOfElasticsearchAlone() throws Exception {
        String json = report("index", 0, false).json();
        assertThat(Report.parse(json.replace("\"alone\":[]", "\"separate\":true"))
                        .options()
                        .alone())
                .containsExactly(Server.ELASTICSEARCH);
        assertThat(Report.parse(json.replace("\"alone\":[]", "\"separate\":false")))
                .isEqualTo(report("index", 0, false));
    }

    @Test
    void everyReportOfThisRepositoryIsRead() throws Exception {
        try (Stream<Path> files = Files.walk(Path.of("reports"))) {
            List<Path> reports =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            assertThat(reports).isNotEmpty();
            for (Path file : reports) {
                Report report = Report.parse(Files.readString(file));
                boolean isSeparate = file.getParent().endsWith("separate");
                assertThat(report.options().alone().isEmpty())
                        .as(file.toString())
                        .isNotEqualTo(isSeparate);
            }
        }
    }

    @Test
    void aBusyMachineAndAQuickRunAreNotForPublication() {
        assertThat(report("index", 0, false).reservation()).isEmpty();
        assertThat(report("index", 2, false).reservation()).contains("load 2.00");
        assertThat(report("index", 0, true).reservation()).contains("quick");
        assertThat(report("index", 0, false, false, 0.2).reservation()).contains("20.0 % of the processors meanwhile");
    }

    @Test
    void fewerRoundsThanAnIntervalNeedsAreCalledSo() {
        Report report = report("memory", 0, false);
        Options two = new Options(SIZE, 2, 2, 1_024, 4, List.of(), 0.5, 600, false, false);
        Report ofTwo = new Report(
                report.scenario(),
                report.question(),
                report.began(),
                report.publishable(),
                report.finding(),
                two,
                report.machine(),
                report.others(),
                report.build());
        assertThat(ofTwo.reservation()).isEqualTo("2 rounds only");
        assertThatThrownBy(() -> new Options(SIZE, 1, 2, 1_024, 4, List.of(), 0.5, 600, false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rounds is at least 2");
    }

    @Test
    void theTableHasAllFiguresAndTheVerdict() {
        assertThat(TextReport.of(report("index", 0, false)))
                .isEqualTo(
                        """
                        index: How fast it is.
                        way      figure  median  least  greatest
                        bulk     rows/s   120.0  100.0     140.0
                        indexer  rows/s   120.0  100.0     140.0
                        bulk loads: 500 x 4
                        indexer to bulk: median 0.920 (0.900 to 0.940), 95 % interval 0.900 to 0.940, goal >= 0.900: met
                        """);
    }

    @Test
    void aRunWithFlightRecorderSaysSoAndHasAPageOfItsProfile() throws Exception {
        Report report = report("index", 0, false, true, 0);
        MarkdownReport reports = new MarkdownReport(directory);
        assertThat(reports.write(report)).content().contains("Flight Recorder was on", "](index-profile.md)");
        assertThat(reports.writeProfile(report, Map.of()))
                .content()
                .contains("# Where the time goes: index", "indexer to bulk: median 0.920", "commit abc");
    }

    @Test
    void theSummaryHasALineForEachGoalOfEachReport() throws Exception {
        MarkdownReport reports = new MarkdownReport(directory);
        reports.write(report("second", 0, false));
        reports.write(report("first", 0, false));
        assertThat(TextReport.summary(Report.readAll(directory)))
                .isEqualTo(
                        """
                        scenario  goal                      median   95 % interval  met                 began
                        first     indexer to bulk >= 0.900   0.920  0.900 to 0.940  yes  1970-01-01T00:00:00Z
                        second    indexer to bulk >= 0.900   0.920  0.900 to 0.940  yes  1970-01-01T00:00:00Z
                        """);
    }

    @Test
    void aPageShowsItsChartsAndTheSummaryAllScenarios() throws Exception {
        MarkdownReport reports = new MarkdownReport(directory);
        reports.write(report("second", 0, false));
        Path page = reports.write(report("first", 3, false));
        String text = Files.readString(page);
        assertThat(text).contains("**not for publication", "| indexer | rows/s | 120.0 |", "HBase 2.6", "abc");
        assertThat(text).contains("](first-indexer-to-bulk.svg)", "](first-rows-s.svg)");
        assertThat(directory.resolve("first-indexer-to-bulk.svg")).content().startsWith("<svg");
        assertThat(directory.resolve("README.md"))
                .content()
                .containsSubsequence("[first](first.md)", "[second](second.md)");
    }
}
