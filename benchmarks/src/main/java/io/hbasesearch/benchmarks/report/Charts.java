/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Verdict;
import io.hbasesearch.benchmarks.report.DotPlot.Lane;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A report's charts: one for each goal, and one for each figure that several ways have. Stateless. */
final class Charts {
    private Charts() {}

    /** By the names of their files. */
    static Map<String, DotPlot> of(Report report) {
        Map<String, DotPlot> charts = new LinkedHashMap<>();
        for (Verdict verdict : report.finding().verdicts()) {
            Lane lane =
                    new Lane("rounds", verdict.values(), verdict.spread().median(), Optional.of(verdict.interval()));
            charts.put(
                    file(report, verdict.what()),
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
                charts.put(file(report, figure), plot(report.scenario(), figure, series));
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

    private static String file(Report report, String figure) {
        return report.scenario() + "-"
                + figure.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "") + ".svg";
    }
}
