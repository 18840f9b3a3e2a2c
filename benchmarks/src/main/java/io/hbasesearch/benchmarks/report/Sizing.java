/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Figures;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/**
 * What measured figures come to for tables that no one machine holds: {@code docs/sizing.md} has the formulae in words. What
 * was not measured is said to be missing, never assumed. For one page.
 */
final class Sizing {
    private static final double[] ROWS = {1e9, 1e12};
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double SECONDS_PER_DAY = 86_400;
    private static final double BYTES_PER_TERABYTE = 1e12;
    private static final double MICROS = 1e6;
    /** Elastic's advice for the most of a shard; docs/sizing.md has the source. */
    private static final double SHARD_BYTES = 50e9;

    private static final double SHARD_ROWS = 200e6;
    /** As many as an index may have here. */
    private static final double SHARDS_OF_AN_INDEX = 1_024;

    /** What the formulae assume about a site; docs/sizing.md names them, too. */
    private static final double CHANGED_PER_DAY = 0.01;

    private static final double SEARCHES = 1_000;
    private static final int RETENTION_DAYS = 7;
    private static final int REPLICAS = 3;

    private static final String SCALE = "scale-reindex";
    private static final String ENDPOINT = "endpoint";

    private final List<Report> reports;
    private final SizingInput reindex;
    private final SizingInput own;
    private final SizingInput server;
    private final SizingInput tables;
    private final SizingInput broker;
    private final SizingInput growth;
    private final SizingInput stored;
    private final SizingInput indexer;
    private final SizingInput endpoint;
    private final SizingInput event;
    private final SizingInput puts;
    private final SizingInput gateway;
    private final StringBuilder page = new StringBuilder();

    private Sizing(List<Report> reports) {
        this.reports = reports;
        reindex = ofReindex("R", "rows/s of one `reindex`", "rows/s");
        own = ofReindex("C", "its own CPU us/row", "client CPU s").perRow();
        server = ofReindex("E", "Elasticsearch's CPU us/row for it", "Elasticsearch CPU s")
                .perRow();
        tables = ofReindex("H", "HBase's CPU us/row for it", "HBase CPU s").perRow();
        broker = ofReindex("K", "Kafka's CPU us/row for it", "Kafka CPU s").perRow();
        growth = ofGrowth("F", "by which E grows where a shard holds ten times as many", "Elasticsearch CPU us/row");
        stored = SizingInput.ofLargest(reports, "B", "bytes of a row in the index", SCALE, "index bytes/row");
        indexer = of("I", "rows/s of one indexer", "index-elasticsearch", "indexer", "rows/s");
        endpoint = of("W", "edits/s of one log's endpoint", ENDPOINT, ENDPOINT, "entries/s");
        event = of("T", "bytes of an event in the topic", ENDPOINT, ENDPOINT, "bytes/record on the broker's disk");
        puts = of("P", "puts/s of one RegionServer with the peer", "put-overhead", "peer on", "puts/s");
        gateway = of("G", "searches/s of one gateway, 20 hits each", "search-elasticsearch", "gateway", "requests/s");
    }

    private SizingInput ofReindex(String symbol, String meaning, String figure) {
        return of(symbol, meaning, "reindex-elasticsearch", "reindex", figure);
    }

    private SizingInput ofGrowth(String symbol, String meaning, String figure) {
        return SizingInput.ofGrowth(reports, symbol, meaning, SCALE, figure);
    }

    private SizingInput of(String symbol, String meaning, String scenario, String way, String figure) {
        return SizingInput.of(reports, symbol, meaning, scenario, way, figure);
    }

    static String of(List<Report> reports) {
        return new Sizing(reports).page();
    }

    private String page() {
        page.append(
                """
                # Sizing

                Made of the reports' JSON by `benchmarks/run`; what the formulae mean, and what they leave out, is in
                `docs/sizing.md`. The figures are those of one machine on which HBase, Kafka, Elasticsearch and
                the measured program share the cores: each of them alone has more.

                | | measured | | report | commit |
                |---|---|---:|---|---|
                """);
        List.of(reindex, own, server, tables, broker, growth, stored, indexer, endpoint, event, puts, gateway)
                .forEach(this::append);
        page.append("\n| for N rows | formula | 10^9 | 10^12 |\n|---|---|---:|---:|\n");
        filling();
        changes();
        line(
                "gateways for 1,000 searches/s, half busy",
                "1,000 / (G / 2)",
                List.of(gateway),
                n -> Math.ceil(SEARCHES / (gateway.get() / 2)));
        return page.toString();
    }

    private void filling() {
        line(
                "`reindex` by one process, days",
                "N / R / 86,400",
                List.of(reindex),
                n -> n / reindex.get() / SECONDS_PER_DAY);
        line("its own processor time, core hours", "N C / 3.6e9", List.of(own), n -> coreHours(n, own.get()));
        line("index on disk, one copy, TB", "N B / 1e12", List.of(stored), n -> n * stored.get() / BYTES_PER_TERABYTE);
        line("shards", "S = the greater of N B / 50 GB and N / 200 million", List.of(stored), this::shards);
        line("indexes, of 1,024 shards at most", "S / 1,024", List.of(stored), this::indexes);
        line(
                "Elasticsearch's processor time for a reindex, core hours",
                "N (E + F log10(N / S / rows of E)) / 3.6e9",
                List.of(server, growth, stored),
                n -> coreHours(n, serverMicros(n)));
        line(
                "HBase's and Kafka's for it, core hours",
                "N (H + K) / 3.6e9",
                List.of(tables, broker),
                n -> coreHours(n, tables.get() + broker.get()));
    }

    private void changes() {
        line("edits/s, if 1 % of the rows change in a day", "U = 0.01 N / 86,400", List.of(), Sizing::updates);
        line(
                "indexers for them, half busy, where each index has a table of its own",
                "U / (I / 2)",
                List.of(indexer),
                n -> Math.ceil(updates(n) / (indexer.get() / 2)));
        line(
                "the same, where all of them are of one table, whose edits each reads",
                "k U / (I / 2), of k indexes",
                List.of(indexer, stored),
                n -> Math.ceil(indexes(n) * updates(n) / (indexer.get() / 2)));
        line(
                "RegionServers for them, half busy",
                "U / (half of the lesser of P and W)",
                List.of(puts, endpoint),
                n -> Math.ceil(updates(n) / (Math.min(puts.get(), endpoint.get()) / 2)));
        line(
                "topic on disk, 7 days, 3 replicas, TB",
                "U T 7 x 86,400 x 3 / 1e12",
                List.of(event),
                n -> updates(n) * event.get() * RETENTION_DAYS * SECONDS_PER_DAY * REPLICAS / BYTES_PER_TERABYTE);
    }

    private double shards(double rows) {
        return Math.ceil(Math.max(rows * stored.get() / SHARD_BYTES, rows / SHARD_ROWS));
    }

    private double indexes(double rows) {
        return Math.ceil(shards(rows) / SHARDS_OF_AN_INDEX);
    }

    /** E was measured with all rows in one shard. A shard that holds fewer is taken to cost as much. */
    private double serverMicros(double rows) {
        double times = rows / shards(rows) / server.rows();
        return server.get() + Math.max(0, growth.get() * Math.log10(times));
    }

    private static double coreHours(double rows, double micros) {
        return rows * micros / MICROS / SECONDS_PER_HOUR;
    }

    private static double updates(double rows) {
        return CHANGED_PER_DAY * rows / SECONDS_PER_DAY;
    }

    private void append(SizingInput input) {
        page.append(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s |\n",
                input.symbol(),
                input.meaning(),
                input.isMeasured() ? Figures.text(input.get()) : "not measured",
                input.isMeasured()
                        ? "[" + input.scenario() + "](" + input.scenario() + ".md)"
                        : "`" + input.scenario() + "`",
                input.commit()));
    }

    private void line(String what, String formula, List<SizingInput> needed, DoubleUnaryOperator value) {
        String missing = needed.stream()
                .filter(input -> !input.isMeasured())
                .map(SizingInput::symbol)
                .collect(Collectors.joining(", "));
        page.append("| ").append(what).append(" | ").append(formula).append(" |");
        for (double rows : ROWS) {
            page.append(' ')
                    .append(missing.isEmpty() ? Figures.text(value.applyAsDouble(rows)) : missing + ": not measured")
                    .append(" |");
        }
        page.append('\n');
    }
}
