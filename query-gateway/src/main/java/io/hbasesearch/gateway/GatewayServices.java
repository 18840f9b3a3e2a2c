/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.Highlighter;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Dependencies of a {@link QueryGateway}. All of them belong to the caller, who closes them after the gateway.
 *
 * @param ports capabilities beyond searching and reading rows
 */
public record GatewayServices(
        Indexes indexes,
        RowReader rows,
        RowAnnouncer announcer,
        Highlighter highlighter,
        Monitoring monitoring,
        GatewayConfig config,
        GatewayCapabilities ports) {
    public GatewayServices {
        Objects.requireNonNull(indexes, "indexes");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(announcer, "announcer");
        Objects.requireNonNull(highlighter, "highlighter");
        Objects.requireNonNull(monitoring, "monitoring");
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(ports, "ports");
    }

    /**
     * The indexes that can be searched.
     *
     * @param byName called for every request, because indexes are created and dropped: must answer from memory
     * @param statistics of an index, by name; may do I/O
     */
    public record Indexes(Supplier<Map<String, SearchableIndex>> byName, Function<String, IndexStatistics> statistics) {
        public Indexes {
            Objects.requireNonNull(byName, "byName");
            Objects.requireNonNull(statistics, "statistics");
        }
    }

    /**
     * Metrics and health of the process.
     *
     * @param components other parts of this process whose health counts, by name
     */
    public record Monitoring(PrometheusMetrics metrics, Supplier<Map<String, Supplier<CheckResult>>> components) {
        public Monitoring {
            Objects.requireNonNull(metrics, "metrics");
            Objects.requireNonNull(components, "components");
        }
    }
}
