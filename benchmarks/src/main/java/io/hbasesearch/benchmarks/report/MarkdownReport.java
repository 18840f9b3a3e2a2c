/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.profile.Profile;
import io.hbasesearch.benchmarks.profile.ProfilePage;
import io.hbasesearch.benchmarks.report.DotPlot.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Reports in a directory: {@code <scenario>.md} with its charts, {@code <scenario>.json}, {@code README.md} with the verdicts
 * of all scenarios whose JSON is there, and {@code sizing.md} with what follows from them. For one thread.
 */
public final class MarkdownReport {
    private final Path directory;

    public MarkdownReport(Path directory) {
        this.directory = directory;
    }

    /** Replaces what an earlier run of the scenario has left. @return the page */
    public Path write(Report report) throws IOException {
        Files.createDirectories(directory);
        List<String> charts = new ArrayList<>();
        for (Map.Entry<String, DotPlot> chart : charts(report).entrySet()) {
            String file = report.scenario() + "-" + slug(chart.getKey()) + ".svg";
            Files.writeString(directory.resolve(file), chart.getValue().svg());
            charts.add("![" + chart.getValue().title() + "](" + file + ")");
        }
        Files.writeString(directory.resolve(report.scenario() + ".json"), report.json() + "\n");
        Path page = directory.resolve(report.scenario() + ".md");
        Files.writeString(page, page(report, charts));
        List<Report> all = Report.readAll(directory);
        Files.writeString(directory.resolve("README.md"), summary(all));
        Files.writeString(directory.resolve("sizing.md"), Sizing.of(all));
        return page;
    }

    /** {@code <scenario>-profile.md}. @return that page */
    public Path writeProfile(Report report, Map<String, Profile> jvms) throws IOException {
        StringBuilder heading = new StringBuilder(
                """
                Recorded while [%s](%s.md) was measured, commit %s, on %s with %d cores, began %s.

                """
                        .formatted(
                                report.scenario(),
                                report.scenario(),
                                report.build().commit(),
                                report.machine().processor(),
                                report.machine().cores(),
                                report.began()));
        report.finding()
                .verdicts()
                .forEach(verdict -> heading.append("- ").append(verdict).append('\n'));
        if (!report.reservation().isEmpty()) {
            heading.append("- ").append(report.reservation()).append('\n');
        }
        Path page = directory.resolve(report.scenario() + "-profile.md");
        Files.writeString(page, ProfilePage.of(report.scenario(), heading.toString(), jvms));
        return page;
    }

    /** One for what has a goal of each kind, and one for each figure that several ways have. */
    private static Map<String, DotPlot> charts(Report report) {
        Map<String, DotPlot> charts = new LinkedHashMap<>();
        for (Verdict verdict : report.finding().verdicts()) {
            Lane lane =
                    new Lane("rounds", verdict.values(), verdict.spread().median(), Optional.of(verdict.interval()));
            charts.put(
                    verdict.what(),
                    new DotPlot(
                            report.scenario() + ": " + verdict.what(),
                            "a dot for each round, a bar for the 95 % interval",
                            List.of(lane),
                            OptionalDouble.of(verdict.goal().bound())));
        }
        Map<String, List<Series>> byFigure = report.finding().series().stream()
                .collect(Collectors.groupingBy(Series::figure, LinkedHashMap::new, Collectors.toList()));
        byFigure.forEach((figure, series) -> {
            if (series.size() > 1) {
                charts.put(figure, plot(report.scenario(), figure, series));
            }
        });
        return charts;
    }

    private static DotPlot plot(String scenario, String figure, List<Series> series) {
        List<Lane> lanes = series.stream()
                .map(one -> new Lane(one.way(), one.values(), one.spread().median(), Optional.empty()))
                .toList();
        return new DotPlot(scenario + ": " + figure, figure, lanes, OptionalDouble.empty());
    }

    private static String slug(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    private static String page(Report report, List<String> charts) {
        StringBuilder page = new StringBuilder("# " + report.scenario() + "\n\n" + report.question() + "\n\n");
        if (!report.reservation().isEmpty()) {
            page.append("**").append(report.reservation()).append(".**\n\n");
        }
        page.append("| goal | median | least | greatest | 95 % interval | met |\n|---|---|---|---|---|---|\n");
        report.finding()
                .verdicts()
                .forEach(verdict -> page.append(row(
                        verdict.what() + " " + verdict.goal(),
                        Figures.text(verdict.spread().median()),
                        Figures.text(verdict.spread().least()),
                        Figures.text(verdict.spread().greatest()),
                        verdict.interval().toString(),
                        verdict.met() ? "yes" : "**no**")));
        page.append("\n| way | figure | median | least | greatest | rounds |\n|---|---|---|---|---|---|\n");
        report.finding()
                .series()
                .forEach(series -> page.append(row(
                        series.way(),
                        series.figure(),
                        Figures.text(series.spread().median()),
                        Figures.text(series.spread().least()),
                        Figures.text(series.spread().greatest()),
                        series.values().stream().map(Figures::text).collect(Collectors.joining("; ")))));
        page.append('\n');
        report.finding().notes().forEach(note -> page.append("- ").append(note).append('\n'));
        if (report.options().profile()) {
            page.append("- [where the time goes](").append(report.scenario()).append("-profile.md)\n");
        }
        page.append('\n').append(String.join("\n\n", charts)).append("\n\n");
        return page.append(provenance(report)).toString();
    }

    private static String provenance(Report report) {
        Options options = report.options();
        String versions = report.build().versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
        return """
                | | |
                |---|---|
                | began | %s |
                | commit | %s |
                | versions | %s |
                | machine | %s, %d cores, %s, load %.2f before the beginning, %.1f %% of the processors with others during the rounds |
                | Java | %s, heap of %d MB |
                | options | %d rows of %d B, %d partitions, %d rounds after %d that do not count, %d s a load%s%s |

                An interval is that of the mean of the logarithms by Student's t (`Interval.java`); a goal is met if its worse end meets it.
                """
                .formatted(
                        report.began(),
                        report.build().commit(),
                        versions,
                        report.machine().processor(),
                        report.machine().cores(),
                        report.machine().system(),
                        report.machine().load(),
                        100 * report.others(),
                        report.machine().java(),
                        report.machine().heapMegabytes(),
                        options.rows(),
                        options.documentBytes(),
                        options.partitions(),
                        options.rounds(),
                        options.size().warmUps(),
                        options.seconds(),
                        options.alone().isEmpty() ? "" : ", a core for " + Server.titles(options.alone()) + " alone",
                        options.quick() ? ", quick" : "");
    }

    private static String summary(List<Report> reports) {
        StringBuilder summary = new StringBuilder(
                """
                # Reports

                Written by `benchmarks/run`, one page for each scenario; this table and [sizing.md](sizing.md) are made of their JSON files.

                | scenario | goal | median | 95 % interval | met | commit | remark |
                |---|---|---|---|---|---|---|
                """);
        for (Report report : reports) {
            String link = "[" + report.scenario() + "](" + report.scenario() + ".md)";
            report.finding()
                    .verdicts()
                    .forEach(verdict -> summary.append(row(
                            link,
                            verdict.what() + " " + verdict.goal(),
                            Figures.text(verdict.spread().median()),
                            verdict.interval().toString(),
                            verdict.met() ? "yes" : "**no**",
                            report.build().commit(),
                            report.reservation())));
        }
        return summary.toString();
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
