/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Server;
import io.hbasesearch.benchmarks.profile.Profile;
import io.hbasesearch.benchmarks.profile.ProfilePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reports in a directory: {@code <scenario>.md}, {@code <scenario>.json}, {@code README.md} with the verdicts of all scenarios
 * whose JSON is there, and {@code sizing.md} with what follows from them. A scenario's profile is of a run of its
 * own, {@code <scenario>-profile.md}, and outlives its reports. For one thread.
 */
public final class MarkdownReport {
    private final Path directory;

    public MarkdownReport(Path directory) {
        this.directory = directory;
    }

    /** Replaces what an earlier run of the scenario has left, but for its profile. @return the page */
    public Path write(Report report) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(json(report), report.json() + "\n");
        Path page = writePage(report);
        writeSummary();
        return page;
    }

    /** What is made of the JSON of all reports that are there. @return those reports */
    public List<Report> writeSummary() throws IOException {
        List<Report> all = Report.readAll(directory);
        if (!all.isEmpty()) {
            Files.writeString(directory.resolve("README.md"), summary(all) + variants());
            Files.writeString(directory.resolve("sizing.md"), Sizing.of(all));
        }
        return all;
    }

    /** Links to the tables of reports with other options, which are in directories below. */
    private String variants() throws IOException {
        try (Stream<Path> paths = Files.list(directory)) {
            String links = paths.filter(path -> Files.exists(path.resolve("README.md")))
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .map(name -> "[" + name + "](" + name + "/README.md)")
                    .collect(Collectors.joining(", "));
            return links.isEmpty() ? "" : "\nWith other options: " + links + ".\n";
        }
    }

    private Path json(Report report) {
        return directory.resolve(report.scenario() + ".json");
    }

    private Path writePage(Report report) throws IOException {
        Path page = directory.resolve(report.scenario() + ".md");
        return Files.writeString(page, page(report, ProfileLink.in(directory, report.scenario())));
    }

    /**
     * {@code <scenario>-profile.md}, to which the scenario's report has a link from now on, if there is one.
     *
     * @param recorded the run in which Flight Recorder was on: nothing else of it is written
     * @return that page
     */
    public Path writeProfile(Report recorded, Map<String, Profile> jvms) throws IOException {
        Files.createDirectories(directory);
        Path page = ProfileLink.page(directory, recorded.scenario());
        Files.writeString(page, ProfilePage.of(recorded.scenario(), ProfileLink.heading(recorded), jvms));
        Path json = json(recorded);
        if (Files.exists(json)) {
            writePage(Report.parse(Files.readString(json)));
        }
        return page;
    }

    private static String page(Report report, Optional<String> profile) {
        StringBuilder page = new StringBuilder(
                "# " + report.scenario() + "\n\n" + report.origin().question() + "\n\n");
        if (!report.reservation().isEmpty()) {
            page.append("**").append(report.reservation()).append(".**\n\n");
        }
        page.append(goals(report)).append('\n').append(figures(report));
        page.append('\n');
        report.finding().notes().forEach(note -> page.append("- ").append(note).append('\n'));
        profile.ifPresent(link -> page.append("- ").append(link).append('\n'));
        page.append('\n');
        return page.append(provenance(report)).toString();
    }

    private static String goals(Report report) {
        StringBuilder table = new StringBuilder(
                "| goal | mean | 95 % interval | median | least | greatest | met |\n|---|---|---|---|---|---|---|\n");
        report.finding()
                .verdicts()
                .forEach(verdict -> table.append(row(
                        verdict.what() + " " + verdict.goal(),
                        verdict.estimate(),
                        verdict.interval().toString(),
                        Figures.text(verdict.spread().median()),
                        Figures.text(verdict.spread().least()),
                        Figures.text(verdict.spread().greatest()),
                        verdict.met() ? "yes" : "**no**")));
        return table.toString();
    }

    private static String figures(Report report) {
        StringBuilder table =
                new StringBuilder("| way | figure | median | least | greatest | rounds |\n|---|---|---|---|---|---|\n");
        report.finding()
                .series()
                .forEach(series -> table.append(row(
                        series.way(),
                        series.figure(),
                        Figures.text(series.spread().median()),
                        Figures.text(series.spread().least()),
                        Figures.text(series.spread().greatest()),
                        series.values().stream().map(Figures::text).collect(Collectors.joining("; ")))));
        return table.toString();
    }

    private static String provenance(Report report) {
        Options options = report.options();
        String versions = report.build().versions().entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .collect(Collectors.joining(", "));
        return """
                | | |
                |---|---|
                | command | %s |
                | with its defaults | `%s` |
                | began | %s%s |
                | commit | %s |
                | versions | %s |
                | machine | %s, %d cores, %s, load %.2f before the beginning, %.1f %% of the processors with others during the rounds |
                | memory, disk | %s |
                | Java | %s, heap of %d MB%s |
                | options | %s |

                A geometric mean is that of the logarithms, turned back, an arithmetic one that of the values; the interval is the mean's by
                Student's t (`Interval.java`). A goal is met if the interval's worse end meets it.
                """
                .formatted(
                        report.origin().command().isEmpty()
                                ? "unknown"
                                : "`" + report.origin().command() + "`",
                        options.arguments(),
                        report.origin().began(),
                        report.origin().seconds() == 0
                                ? ""
                                : ", took " + report.origin().seconds() + " s with the servers' start",
                        report.build().commit(),
                        versions,
                        report.machine().platform().processor(),
                        report.machine().platform().cores(),
                        report.machine().platform().system(),
                        report.machine().load(),
                        100 * report.others(),
                        hardware(report.machine()),
                        report.machine().platform().java(),
                        report.machine().heapMegabytes(),
                        serverHeaps(report.machine()),
                        sizes(options));
    }

    private static String sizes(Options options) {
        return "%d rows of %d B, %d partitions, %d rounds after %d that do not count%s%s%s"
                .formatted(
                        options.rows(),
                        options.documentBytes(),
                        options.partitions(),
                        options.rounds(),
                        options.size().warmUps(),
                        options.seconds() == 0 ? "" : ", " + options.seconds() + " s a load",
                        options.alone().isEmpty() ? "" : ", a core for " + Server.titles(options.alone()) + " alone",
                        options.quick() ? ", quick" : "");
    }

    private static String hardware(Machine machine) {
        return machine.memoryMegabytes() == 0 ? "unknown" : machine.memoryMegabytes() + " MB; " + machine.disk();
    }

    private static String serverHeaps(Machine machine) {
        return machine.serverHeapMegabytes().entrySet().stream()
                .map(heap -> "; " + heap.getKey() + "'s " + heap.getValue() + " MB")
                .collect(Collectors.joining());
    }

    private static String summary(List<Report> reports) {
        StringBuilder summary = new StringBuilder(
                """
                # Reports

                Written by `benchmarks/run`, one page for each scenario; this table and [sizing.md](sizing.md) are made of their JSON files.

                | scenario | goal | mean | 95 % interval | median | met | commit | remark |
                |---|---|---|---|---|---|---|---|
                """);
        for (Report report : reports) {
            String link = "[" + report.scenario() + "](" + report.scenario() + ".md)";
            report.finding()
                    .verdicts()
                    .forEach(verdict -> summary.append(row(
                            link,
                            verdict.what() + " " + verdict.goal(),
                            verdict.estimate(),
                            verdict.interval().toString(),
                            Figures.text(verdict.spread().median()),
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
