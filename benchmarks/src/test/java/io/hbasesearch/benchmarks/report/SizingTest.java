/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Machine;
import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.harness.Series;
import io.hbasesearch.benchmarks.harness.Size;
import io.hbasesearch.benchmarks.harness.Span;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizingTest {
    private static Report report(String scenario, Series... series) {
        Size size = new Size(100_000, 0, 1);
        Finding finding = new Finding(List.of(series), List.of(), List.of());
        Options options = new Options(
                size, 5, 2, Options.Shape.STANDARD, List.of(), Options.Conditions.STANDARD, Options.Mode.STANDARD);
        return new Report(
                Report.Origin.of(
                        new Scenario(scenario, "How fast it is.", size, size, run -> finding),
                        "benchmarks/run " + scenario,
                        new Span(Instant.EPOCH, Instant.EPOCH),
                        options),
                finding,
                options,
                new Machine(new Machine.Platform("a processor", 2, "Linux", "17"), 1_024, 0, 4_096, "ext4", Map.of()),
                0,
                new Build("abc", Map.of()));
    }

    private static Series series(String way, String figure, double value) {
        return new Series(way, figure, List.of(value));
    }

    @Test
    void aTableIsReckonedFromTheMediansOfTheReports() {
        String page = Sizing.of(List.of(
                report(
                        "reindex-elasticsearch",
                        series("bulk", "rows/s", 40_000),
                        series("reindex", "rows/s", 20_000),
                        series("reindex", "client CPU s", 3.6),
                        series("reindex", "HBase CPU s", 0.5),
                        series("reindex", "Kafka CPU s", 0.22),
                        series("reindex", "Elasticsearch CPU s", 7)),
                report(
                        "scale-reindex",
                        series("10 rows", "index bytes/row", 9),
                        series("10 rows", "Elasticsearch CPU us/row", 60),
                        series("100 rows", "index bytes/row", 800),
                        series("100 rows", "Elasticsearch CPU us/row", 70)),
                report("endpoint", series("endpoint", "entries/s", 70_000)),
                report("put-overhead", series("peer off", "puts/s", 20_000), series("peer on", "puts/s", 10_000)),
                report("search-elasticsearch", series("gateway", "requests/s", 600)),
                report("index-elasticsearch", series("indexer", "rows/s", 10_000))));
        assertThat(page)
                .contains(
                        "| R | rows/s of one `reindex` | 20,000 | [reindex-elasticsearch](reindex-elasticsearch.md) | abc |");
        // 10^9 rows at 20,000 a second are 50,000 s; 36 us each are 36,000 s of a core; 800 bytes each are 0.8 TB.
        assertThat(page).contains("| N / R / 86,400 | 0.579 | 578.7 |");
        assertThat(page).contains("| N C / 3.6e9 | 10 | 10,000 |");
        // 5 us in HBase and 2.2 in Kafka.
        assertThat(page).contains("| N (H + K) / 3.6e9 | 2 | 2,000 |");
        assertThat(page).contains("| N B / 1e12 | 0.800 | 800 |");
        // 116 and 115,741 edits a second, of which an indexer takes 5,000 when it is half busy.
        assertThat(page).contains("| U = 0.01 N / 86,400 | 115.7 | 115,741 |", "| U / (I / 2) | 1 | 24 |");
        // A RegionServer takes 5,000 of them when it is half busy, though its log could be shipped faster.
        assertThat(page).contains("| U / (half of the lesser of P and W) | 1 | 24 |");
        // 0.8 TB are 16 shards of 50 GB; 1,024 of 16,000 are one of 16 indexes.
        assertThat(page).contains("N / 200 million | 16 | 16,000 |", "| S / 1,024 | 1 | 16 |");
        // Each of 16 indexes reads all 115,741 edits.
        assertThat(page).contains("| k U / (I / 2), of k indexes | 1 | 371 |");
        assertThat(page).contains("| 1,000 / (G / 2) | 4 | 4 |");
    }

    @Test
    void elasticsearchTakesMoreForARowOfALargerShard() {
        String page = Sizing.of(List.of(
                report("reindex-elasticsearch", series("reindex", "Elasticsearch CPU s", 7)),
                report(
                        "scale-reindex",
                        series("10 rows", "Elasticsearch CPU us/row", 60),
                        series("100 rows", "Elasticsearch CPU us/row", 70),
                        series("100 rows", "index bytes/row", 500))));
        // 70 us among 100,000 rows; 10^9 rows make 10 shards of 10^8, a thousand times as many each: 100 us.
        assertThat(page).contains("| F | by which E grows where a shard holds ten times as many | 10 |");
        assertThat(page).contains("(N / S / rows of E)) / 3.6e9 | 27.8 | 27,778 |");
    }

    @Test
    void whatWasNotMeasuredIsNotAssumed() {
        String page = Sizing.of(List.of());
        assertThat(page).contains("| R | rows/s of one `reindex` | not measured |");
        assertThat(page).contains("| N / R / 86,400 | R: not measured | R: not measured |");
    }
}
