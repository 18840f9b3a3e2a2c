/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Series;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A measured figure that sizes are reckoned from.
 *
 * @param symbol that the formulae have for it
 * @param scenario whose report has it
 * @param value empty if it was not measured
 * @param rows that the report's table had, 0 if there is no report
 * @param commit of the report, empty if there is none
 */
record SizingInput(String symbol, String meaning, String scenario, OptionalDouble value, int rows, String commit) {
    private static final double MICROS = 1e6;

    /** Reads the median of a way's figure. */
    static SizingInput of(
            List<Report> reports, String symbol, String meaning, String scenario, String way, String figure) {
        Optional<Report> report = report(reports, scenario);
        OptionalDouble median = series(report)
                .filter(series -> series.way().equals(way) && series.figure().equals(figure))
                .mapToDouble(series -> series.spread().median())
                .findFirst();
        return of(report, symbol, meaning, scenario, median);
    }

    /** Of the last way that has the figure: scenarios name theirs by rows, the most come last. */
    static SizingInput ofLargest(List<Report> reports, String symbol, String meaning, String scenario, String figure) {
        Optional<Report> report = report(reports, scenario);
        return of(report, symbol, meaning, scenario, lastLess(medians(report, figure), 0));
    }

    /** By how much the last way's figure is greater than that of the way before. */
    static SizingInput ofGrowth(List<Report> reports, String symbol, String meaning, String scenario, String figure) {
        Optional<Report> report = report(reports, scenario);
        List<Double> medians = medians(report, figure);
        OptionalDouble growth =
                medians.size() < 2 ? OptionalDouble.empty() : lastLess(medians, medians.get(medians.size() - 2));
        return of(report, symbol, meaning, scenario, growth);
    }

    /** The same in microseconds for a row, where the report has seconds for all rows. */
    SizingInput perRow() {
        OptionalDouble micros = value.isPresent() ? OptionalDouble.of(MICROS * get() / rows) : value;
        return new SizingInput(symbol, meaning, scenario, micros, rows, commit);
    }

    boolean isMeasured() {
        return value.isPresent();
    }

    double get() {
        return value.orElseThrow();
    }

    private static SizingInput of(
            Optional<Report> report, String symbol, String meaning, String scenario, OptionalDouble value) {
        int rows = report.map(found -> found.options().rows()).orElse(0);
        String commit = report.map(SizingInput::commit).orElse("");
        return new SizingInput(symbol, meaning, scenario, value, rows, commit);
    }

    private static OptionalDouble lastLess(List<Double> medians, double less) {
        return medians.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(medians.get(medians.size() - 1) - less);
    }

    private static List<Double> medians(Optional<Report> report, String figure) {
        return series(report)
                .filter(series -> series.figure().equals(figure))
                .map(series -> series.spread().median())
                .toList();
    }

    private static Stream<Series> series(Optional<Report> report) {
        return report.stream().flatMap(found -> found.finding().series().stream());
    }

    private static Optional<Report> report(List<Report> reports, String scenario) {
        return reports.stream()
                .filter(report -> report.scenario().equals(scenario))
                .findFirst();
    }

    private static String commit(Report report) {
        return report.build().commit() + (report.reservation().isEmpty() ? "" : ", " + report.reservation());
    }
}
