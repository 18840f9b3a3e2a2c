/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A report as it is shown in a terminal. Stateless. */
public final class TextReport {
    private TextReport() {}

    public static String of(Report report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("way", "figure", "median", "least", "greatest"));
        for (Series series : report.finding().series()) {
            rows.add(List.of(
                    series.way(),
                    series.figure(),
                    Figures.text(series.spread().median()),
                    Figures.text(series.spread().least()),
                    Figures.text(series.spread().greatest())));
        }
        StringBuilder text =
                new StringBuilder(report.scenario() + ": " + report.origin().question() + "\n");
        text.append(table(rows));
        report.finding().notes().forEach(note -> text.append(note).append('\n'));
        report.finding().verdicts().forEach(verdict -> text.append(judged(report, verdict))
                .append('\n'));
        if (!report.reservation().isEmpty()) {
            text.append(report.reservation()).append('\n');
        }
        text.append("took ").append(report.origin().seconds()).append(" s with the servers' start\n");
        return text.toString();
    }

    private static String judged(Report report, Verdict verdict) {
        return report.options().quick()
                ? verdict.unjudged() + ": not judged, as a quick run says nothing of it"
                : verdict.toString();
    }

    /**
     * A line for each goal of all of them; nothing if there are none.
     *
     * @param directory that they are in
     */
    public static String summary(String directory, List<Report> reports) {
        if (reports.isEmpty()) {
            return "";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("scenario", "goal", "mean", "95 % interval", "median", "met", "began", "remark"));
        for (Report report : reports) {
            for (Verdict verdict : report.finding().verdicts()) {
                rows.add(List.of(
                        report.scenario(),
                        verdict.what() + " " + verdict.goal(),
                        verdict.estimate(),
                        verdict.interval().toString(),
                        Figures.text(verdict.spread().median()),
                        verdict.met() ? "yes" : "NO",
                        report.origin().began(),
                        report.reservation()));
            }
        }
        return directory + ":\n" + table(rows);
    }

    /** Columns as wide as their widest cell; the first two hold words, the others figures. */
    private static String table(List<List<String>> rows) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        rows.forEach(row -> {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream()
                .map(row -> {
                    List<String> cells = new ArrayList<>();
                    for (int i = 0; i < columns; i++) {
                        cells.add(String.format("%" + (i < 2 ? "-" : "") + widths[i] + "s", row.get(i)));
                    }
                    return String.join("  ", cells).stripTrailing() + "\n";
                })
                .collect(Collectors.joining());
    }
}
