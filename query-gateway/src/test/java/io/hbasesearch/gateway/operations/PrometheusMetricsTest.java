/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusMetricsTest {
    private final PrometheusMetrics metrics = new PrometheusMetrics("test");

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void aCounterIsScrapedUnderItsOwnNameWithItsTags() {
        metrics.counter("hbase_search_things_total", "Things.", "index", "words")
                .add(3);
        metrics.counter("hbase_search_things_total", "Things.", "index", "words")
                .increment();

        assertThat(scrape())
                .contains("# HELP hbase_search_things_total Things.")
                .contains("hbase_search_things_total{index=\"words\"} 4.0");
    }

    @Test
    void aTimerHasBucketsInSeconds() {
        metrics.timer("hbase_search_work_seconds", "Work.").record(Duration.ofMillis(15));

        assertThat(scrape())
                .contains("hbase_search_work_seconds_bucket{le=\"0.01\"} 0")
                .contains("hbase_search_work_seconds_bucket{le=\"0.02\"} 1")
                .contains("hbase_search_work_seconds_count 1")
                .contains("hbase_search_work_seconds_sum 0.015");
    }

    @Test
    void aGaugeReadsItsTargetWhenScraped() {
        AtomicInteger queue = new AtomicInteger(1);
        metrics.gauge("hbase_search_queue_bytes", "Queue.", queue, AtomicInteger::get);
        queue.set(7);

        assertThat(scrape()).contains("hbase_search_queue_bytes 7.0");
    }

    @Test
    void aGaugeOfTheSameNameAndTagsTakesTheFormerOnesPlace() {
        metrics.gauge("hbase_search_queue_bytes", "Queue.", 1, Integer::doubleValue, "index", "words");
        metrics.gauge("hbase_search_queue_bytes", "Queue.", 2, Integer::doubleValue, "index", "mail");
        metrics.gauge("hbase_search_queue_bytes", "Queue.", 3, Integer::doubleValue, "index", "words");

        assertThat(scrape())
                .contains("hbase_search_queue_bytes{index=\"words\"} 3.0")
                .contains("hbase_search_queue_bytes{index=\"mail\"} 2.0");
    }

    @Test
    void theJvmIsIncluded() {
        assertThat(scrape())
                .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_uptime_seconds")
                .contains("hbase_search_up{application=\"test\"} 1.0");
    }

    @Test
    void aScraperThatWantsOpenMetricsGetsIt() {
        PrometheusMetrics.Scrape scrape = metrics.scrape("application/openmetrics-text;version=1.0.0,text/plain;q=0.5");

        assertThat(scrape.contentType()).startsWith("application/openmetrics-text");
        assertThat(scrape.text()).endsWith("# EOF\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hbase_search_things",
                "things_total",
                "hbase_search_Things_total",
                "hbase_search_wait_millis_total",
                "hbase_search__x_total"
            })
    void aCounterWithAnotherNameThanTheConventionsAskForIsRefused(String name) {
        assertThatThrownBy(() -> metrics.counter(name, "Help."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void timersAndGaugesAreLintedToo() {
        assertThatThrownBy(() -> metrics.timer("hbase_search_work", "Help.")).hasMessageContaining("_seconds");
        assertThatThrownBy(() -> metrics.gauge("hbase_search_queue_total", "Help.", 1, one -> one))
                .hasMessageContaining("not a gauge's suffix");
        assertThatThrownBy(() -> metrics.counter("hbase_search_things_total", "Help.", "Index", "words"))
                .hasMessageContaining("Index");
        assertThatThrownBy(() -> metrics.counter("hbase_search_things_total", "Help.", "index"))
                .hasMessageContaining("key, value");
    }

    private String scrape() {
        return metrics.scrape(null).text();
    }
}
