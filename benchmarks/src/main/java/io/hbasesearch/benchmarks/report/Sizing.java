/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Series;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * What measured figures come to for tables that no one machine holds: {@code docs/sizing.md} has the formulae in words. What
 * was not measured is said to be missing, never assumed. Stateless.
 */
final class Sizing {
    private static final double[] ROWS = {1e9, 1e12};
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double SECONDS_PER_DAY = 86_400;
    private static final double BYTES_PER_TERABYTE = 1e12;
    /** What the formulae assume about a site; docs/sizing.md names them, too. */
    private static final double CHANGED_PER_DAY = 0.01;

    private static final int RETENTION_DAYS = 7;
    private static final int REPLICAS = 3;

    private static final Input NOTHING = new Input("", "", "", OptionalDouble.of(0), "");

    private final List<Report> reports;
    private final StringBuilder page = new StringBuilder();

    private Sizing(List<Report> reports) {
        this.reports = reports;
    }

    static String of(List<Report> reports) {
        return new Sizing(reports).page();
    }

    /**
     * A measured figure with its place.
     *
     * @param symbol that the formulae have for it
     */
    private record Input(String symbol, String meaning, String scenario, OptionalDouble value, String commit) {}

    private String page() {
        Input reindex = input("R", "rows/s of one `reindex`", "reindex-elasticsearch", "reindex", "rows/s", false);
        Input client = input("C", "its own CPU us/row", "reindex-elasticsearch", "reindex", "client CPU s", true);
        Input server = input(
                "E",
                "Elasticsearch's CPU us/row for it",
                "reindex-elasticsearch",
                "reindex",
                "Elasticsearch CPU s",
                true);
        Input indexer = input("I", "rows/s of one indexer", "index-elasticsearch", "indexer", "rows/s", false);
        Input endpoint =
                input("W", "edits/s of one RegionServer's endpoint", "endpoint", "endpoint", "entries/s", false);
        Input event = input(
                "T",
                "bytes of an event in the topic",
                "endpoint",
                "endpoint",
                "bytes/record on the broker's disk",
                false);
        Input stored = largest("B", "bytes of a row in the index", "scale-reindex", "index bytes/row");
        Input gateway = input(
                "G",
                "searches/s of one gateway, 20 hits with their rows",
                "search-elasticsearch",
                "gateway",
                "requests/s",
                false);
        page.append(
                """
                # Sizing

                Made of the reports' JSON by `benchmarks/run`; what the formulae mean, and what they leave out, is in
                `docs/sizing.md`. The figures are those of one machine on which HBase, Kafka, Elasticsearch and
                the measured program share the cores: each of them alone has more.

                | | measured | | report | commit |
                |---|---|---:|---|---|
                """);
        List.of(reindex, client, server, indexer, endpoint, event, stored, gateway)
                .forEach(this::append);
        page.append("\n| for N rows | formula | 10^9 | 10^12 |\n|---|---|---:|---:|\n");
        line("`reindex` by one process, days", "N / R / 86,400", reindex, n -> n / value(reindex) / SECONDS_PER_DAY);
        line(
                "its own processor time, core hours",
                "N C / 3.6e9",
                client,
                n -> n * value(client) / 1e6 / SECONDS_PER_HOUR);
        line(
                "Elasticsearch's for it, core hours",
                "N E / 3.6e9",
                server,
                n -> n * value(server) / 1e6 / SECONDS_PER_HOUR);
        line("index on disk, one copy, TB", "N B / 1e12", stored, n -> n * value(stored) / BYTES_PER_TERABYTE);
        line("edits/s, if 1 % of the rows change in a day", "U = 0.01 N / 86,400", NOTHING, Sizing::updates);
        line("indexers for them, half busy", "U / (I / 2)", indexer, n -> Math.ceil(updates(n) / (value(indexer) / 2)));
        line(
                "RegionServers for them, endpoint half busy",
                "U / (W / 2)",
                endpoint,
                n -> Math.ceil(updates(n) / (value(endpoint) / 2)));
        line(
                "topic on disk, 7 days, 3 replicas, TB",
                "U T 7 x 86,400 x 3 / 1e12",
                event,
                n -> updates(n) * value(event) * RETENTION_DAYS * SECONDS_PER_DAY * REPLICAS / BYTES_PER_TERABYTE);
        return page.toString();
    }

    private static double updates(double rows) {
        return CHANGED_PER_DAY * rows / SECONDS_PER_DAY;
    }

    /** Of one that was measured: lines of others are not worked out. */
    private static double value(Input input) {
        return input.value().orElseThrow();
    }

    private void append(Input input) {
        page.append(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s |\n",
                input.symbol(),
                input.meaning(),
                input.value().isPresent() ? Figures.text(input.value().getAsDouble()) : "not measured",
                input.value().isPresent()
                        ? "[" + input.scenario() + "](" + input.scenario() + ".md)"
                        : "`" + input.scenario() + "`",
                input.commit()));
    }

    private void line(String what, String formula, Input needed, DoubleUnaryOperator value) {
        page.append("| ").append(what).append(" | ").append(formula).append(" |");
        for (double rows : ROWS) {
            page.append(' ')
                    .append(
                            needed.value().isPresent()
                                    ? Figures.text(value.applyAsDouble(rows))
                                    : needed.symbol() + " is not measured")
                    .append(" |");
        }
        page.append('\n');
    }

    /** @param perRow the figure is seconds for all rows, and microseconds for one are wanted */
    private Input input(String symbol, String meaning, String scenario, String way, String figure, boolean perRow) {
        Optional<Report> report = report(scenario);
        OptionalDouble median = report.stream()
                .flatMap(found -> found.finding().series().stream())
                .filter(series -> series.way().equals(way) && series.figure().equals(figure))
                .mapToDouble(series -> series.spread().median())
                .findFirst();
        double scale =
                perRow && report.isPresent() ? 1e6 / report.get().options().rows() : 1;
        OptionalDouble value =
                median.isPresent() ? OptionalDouble.of(scale * median.getAsDouble()) : OptionalDouble.empty();
        return new Input(symbol, meaning, scenario, value, commit(report));
    }

    /** The last way that has the figure. */
    private Input largest(String symbol, String meaning, String scenario, String figure) {
        Optional<Report> report = report(scenario);
        OptionalDouble value = report.stream()
                .flatMap(found -> found.finding().series().stream())
                .filter(series -> series.figure().equals(figure))
                .reduce((first, second) -> second)
                .map(Series::spread)
                .stream()
                .mapToDouble(spread -> spread.median())
                .findFirst();
        return new Input(symbol, meaning, scenario, value, commit(report));
    }

    private Optional<Report> report(String scenario) {
        return reports.stream()
                .filter(report -> report.scenario().equals(scenario))
                .findFirst();
    }

    private static String commit(Optional<Report> report) {
        return report.map(found ->
                        found.build().commit() + (found.reservation().isEmpty() ? "" : ", " + found.reservation()))
                .orElse("");
    }
}
