/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Goal;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Size;
import io.hbasesearch.benchmarks.harness.Span;
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

    private static final Finding FINDING = new Finding(
            List.of(new Series("bulk", "rows/s", RATES), new Series("indexer", "rows/s", RATES)),
            List.of(Verdict.of("indexer to bulk", RATIOS, Goal.atLeast(0.9))),
            List.of("bulk loads: 500 x 4"));

    @TempDir
    private Path directory;

    private static Report report(String scenario) {
        return report(scenario, options(5, false, false), "abc", 0, 0.01);
    }

    private static Options options(int rounds, boolean quick, boolean profile) {
        return new Options(
                SIZE,
                rounds,
                2,
                Options.Shape.STANDARD,
                List.of(),
                Options.Conditions.STANDARD,
                new Options.Mode(quick, profile));
    }

    private static Report separate(Server... alone) {
        Options options = new Options(
                SIZE, 5, 2, Options.Shape.STANDARD, List.of(alone), Options.Conditions.STANDARD, Options.Mode.STANDARD);
        return report("index", options, "abc", 0, 0.01);
    }

    private static Report report(String scenario, Options options, String commit, double load, double others) {
        Scenario described = new Scenario(scenario, "How fast it is.", SIZE, SIZE, run -> FINDING);
        return report(described, options, commit, load, others);
    }

    private static Report report(Scenario scenario, Options options, String commit, double load, double others) {
        return new Report(
                Report.Origin.of(
                        scenario,
                        "benchmarks/run " + scenario.name(),
                        new Span(Instant.EPOCH, Instant.EPOCH.plusSeconds(42)),
                        options),
                FINDING,
                options,
                new Machine(
                        new Machine.Platform("a processor", 2, "Linux", "17"),
                        1_024,
                        load,
                        4_096,
                        "ext4 of 9 GB",
                        Map.of("HBase", 768)),
                others,
                new Build(commit, Map.of("HBase", "2.6")));
    }

    @Test
    void summaryCanBeRewrittenAndLinksReportsWithOtherOptions() throws Exception {
        MarkdownReport reports = new MarkdownReport(directory);
        reports.write(report("index"));
        new MarkdownReport(directory.resolve("200-bytes")).write(report("scan"));
        Files.delete(directory.resolve("sizing.md"));
        assertThat(reports.writeSummary()).extracting(Report::scenario).containsExactly("index");
        assertThat(directory.resolve("sizing.md")).exists();
        assertThat(directory.resolve("README.md"))
                .content()
                .contains("[index](index.md)", "With other options: [200-bytes](200-bytes/README.md).\n")
                .doesNotContain("scan");
    }

    @Test
    void whereThereIsNoReportNothingIsWritten() throws Exception {
        Path none = directory.resolve("none");
        assertThat(new MarkdownReport(none).writeSummary()).isEmpty();
        assertThat(none).doesNotExist();
    }

    @Test
    void theJsonIsOneLineThatGivesTheSameReportBack() throws Exception {
        Report report = report("index");
        assertThat(report.json())
                .doesNotContain("\n")
                .contains("\"met\":true", "\"low\":0.9", "\"publishable\":true", "\"seconds\":42")
                .contains("\"command\":\"benchmarks/run index\"");
        assertThat(Report.parse(report.json())).isEqualTo(report);
    }

    @Test
    void whoHasACoreAloneIsReadAgainAndSaid() throws Exception {
        Report report = separate(Server.HBASE, Server.KAFKA);
        assertThat(Report.parse(report.json())).isEqualTo(report);
        assertThat(new MarkdownReport(directory).write(report))
                .content()
                .contains(", a core for HBase and Kafka alone");
        assertThat(new MarkdownReport(directory).write(report("index")))
                .content()
                .doesNotContain("alone");
    }

    @Test
    void aReportOfBeforeKnewOfElasticsearchAlone() throws Exception {
        String json = report("index").json();
        assertThat(Report.parse(json.replace("\"alone\":[]", "\"separate\":true"))
                        .options()
                        .alone())
                .containsExactly(Server.ELASTICSEARCH);
        assertThat(Report.parse(json.replace("\"alone\":[]", "\"separate\":false")))
                .isEqualTo(report("index"));
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
    void whateverSpeaksAgainstPublishingIsListed() {
        assertThat(report("index").publishable()).isTrue();
        assertThat(report("index").reservation()).isEmpty();
        Report report = report("index", options(2, true, true), "abc + changes", 2, 0.2);
        assertThat(report.publishable()).isFalse();
        assertThat(report.reservation())
                .isEqualTo(
                        "not for publication: a quick run; built from commit abc + changes; something else ran on this"
                                + " machine (load 2.00 before the beginning, 20.0 % of the processors meanwhile); 2 rounds only;"
                                + " Flight Recorder was on");
    }

    @Test
    void latenciesAtAnotherShareOfTheCapacityAreNotForPublication() {
        Finding finding = new Finding(
                List.of(new Series("gateway", "load, share of the capacity", List.of(0.27, 0.28, 0.29))),
                List.of(),
                List.of());
        Report usual = report("search");
        Report report = new Report(
                new Report.Origin(
                        usual.scenario(),
                        usual.origin().question(),
                        usual.origin().command(),
                        usual.origin().began(),
                        usual.origin().seconds(),
                        false,
                        List.of()),
                finding,
                usual.options(),
                usual.machine(),
                usual.others(),
                usual.build());
        assertThat(report.reasons()).containsExactly("latencies are at 0.280 of the capacity, 0.500 was asked for");
    }

    @Test
    void aSmallerRunThanThePublishedOneDoesNotTakeItsPlace() {
        Size full = new Size(1_000, 1, 2);
        Scenario scenario = new Scenario("index", "How fast it is.", full, full, run -> FINDING);
        assertThat(List.of(
                        reduced(new Size(999, 1, 2), 1_024, 0.5, 600),
                        reduced(new Size(1_000, 1, 2), 1_023, 0.5, 600),
                        reduced(new Size(1_000, 0, 2), 1_024, 0.5, 600),
                        reduced(new Size(1_000, 1, 1), 1_024, 0.5, 600),
                        reduced(new Size(1_000, 1, 2), 1_024, 0.4, 600),
                        reduced(new Size(1_000, 1, 2), 1_024, 0.5, 60)))
                .allSatisfy(options -> assertThat(
                                report(scenario, options, "abc", 0, 0).reasons())
                        .hasSize(1));
        assertThat(report(scenario, reduced(new Size(10_000, 2, 3), 200, 0.5, 601), "abc", 0, 0)
                        .publishable())
                .isTrue();
    }

    private static Options reduced(Size size, int documentBytes, double share, int outage) {
        return new Options(
                size,
                5,
                2,
                new Options.Shape(documentBytes, 4),
                List.of(),
                new Options.Conditions(share, outage),
                Options.Mode.STANDARD);
    }

    @Test
    void eachReasonIsEnough() {
        assertThat(List.of(
                        report("index", options(5, true, false), "abc", 0, 0),
                        report("index", options(5, false, false), "abc + changes", 0, 0),
                        report("index", options(5, false, false), "unknown", 0, 0),
                        report("index", options(5, false, false), "abc", 0.5, 0),
                        report("index", options(5, false, false), "abc", 0, 0.05),
                        report("index", options(4, false, false), "abc", 0, 0),
                        report("index", options(5, false, true), "abc", 0, 0)))
                .allSatisfy(report -> assertThat(report.reasons()).hasSize(1))
                .noneMatch(Report::publishable);
    }

    @Test
    void whatComparesNothingMayHaveFewerRoundsAndSaysSo() {
        Scenario memory = new Scenario("memory", "How much it takes.", SIZE, SIZE, run -> FINDING);
        Report report = report(memory.thatComparesNothing(), options(2, false, false), "abc", 0, 0);
        assertThat(report.publishable()).isTrue();
        assertThat(report.reservation()).isEqualTo("2 rounds only");
    }

    @Test
    void reportsOfBeforeAreStillRead() throws Exception {
        List<Report> reports = Report.readAll(Path.of("reports"));
        assertThat(reports).extracting(Report::scenario).contains("index-elasticsearch", "memory-reindex");
        assertThat(Sizing.of(reports)).doesNotContain("not measured");
        assertThat(TextReport.summary("reports", reports)).contains("index-elasticsearch");
        for (Report report : reports) {
            new MarkdownReport(directory).write(report);
        }
        assertThat(directory.resolve("index-elasticsearch.md")).exists();
    }

    @Test
    void theTableHasAllFiguresAndTheVerdict() {
        assertThat(TextReport.of(report("index")))
                .isEqualTo(
                        """
                        index: How fast it is.
                        way      figure  median  least  greatest
                        bulk     rows/s     120    100       140
                        indexer  rows/s     120    100       140
                        bulk loads: 500 x 4
                        indexer to bulk: mean 0.920 (geometric), 95 % interval 0.900 to 0.940, median 0.920 (0.900 to 0.940), goal >= 0.900: met
                        took 42 s with the servers' start
                        """);
    }

    @Test
    void aQuickRunJudgesNoGoal() {
        assertThat(TextReport.of(report("index", options(5, true, false), "abc", 0, 0)))
                .contains("goal >= 0.900: not judged")
                .contains("not for publication: a quick run");
    }

    @Test
    void theSummaryHasALineForEachGoalOfEachReport() throws Exception {
        MarkdownReport reports = new MarkdownReport(directory);
        reports.write(report("second", options(2, false, false), "abc", 0, 0));
        reports.write(report("first"));
        assertThat(TextReport.summary("reports", Report.readAll(directory)))
                .isEqualTo(
                        """
                        reports:
                        scenario  goal                                   mean   95 % interval  median  met                 began                              remark
                        first     indexer to bulk >= 0.900  0.920 (geometric)  0.900 to 0.940   0.920  yes  1970-01-01T00:00:00Z
                        second    indexer to bulk >= 0.900  0.920 (geometric)  0.900 to 0.940   0.920  yes  1970-01-01T00:00:00Z  not for publication: 2 rounds only
                        """);
        assertThat(TextReport.summary("nowhere", Report.readAll(directory.resolve("nowhere"))))
                .isEmpty();
    }

    @Test
    void aPageShowsItsFiguresAndTheSummaryAllScenarios() throws Exception {
        MarkdownReport reports = new MarkdownReport(directory);
        reports.write(report("second"));
        Path page = reports.write(report("first", options(5, false, false), "abc", 3, 0));
        String text = Files.readString(page);
        assertThat(text).contains("**not for publication", "| indexer | rows/s | 120 |", "HBase 2.6", "abc");
        assertThat(directory.resolve("README.md"))
                .content()
                .containsSubsequence("[first](first.md)", "[second](second.md)");
    }

    @Test
    void aPageHasAllThatItTakesToRepeatIt() throws Exception {
        assertThat(new MarkdownReport(directory).write(report("index")))
                .content()
                .contains("| command | `benchmarks/run index` |")
                .contains("`--rows 1000 --rounds 5 --warm-ups 1 --seconds 2 --document-bytes 1024 --partitions 4"
                        + " --threads 2 --share 0.5 --outage 600`")
                .contains("took 42 s", "4096 MB; ext4 of 9 GB", "HBase's 768 MB", "2 s a load");
    }

    @Test
    void secondsAreLeftOutWhereALoadIsANumberOfRows() throws Exception {
        Options rows = new Options(
                new Size(1_000, 1),
                5,
                2,
                Options.Shape.STANDARD,
                List.of(),
                Options.Conditions.STANDARD,
                Options.Mode.STANDARD);
        assertThat(new MarkdownReport(directory).write(report("index", rows, "abc", 0, 0)))
                .content()
                .doesNotContain("--seconds", " s a load");
    }
}
