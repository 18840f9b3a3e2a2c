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
 * @param indexes by name; called for every request, because indexes are created and dropped: must answer from memory
 * @param statistics of an index, by name; may do I/O
 * @param components other parts of this process whose health counts, by name
 * @param ports capabilities beyond searching and reading rows
 */
public record GatewayServices(
        Supplier<Map<String, SearchableIndex>> indexes,
        Function<String, IndexStatistics> statistics,
        RowReader rows,
        RowAnnouncer announcer,
        Highlighter highlighter,
        PrometheusMetrics metrics,
        Supplier<Map<String, Supplier<CheckResult>>> components,
        GatewayConfig config,
        GatewayCapabilities ports) {
    public GatewayServices {
        Objects.requireNonNull(indexes, "indexes");
        Objects.requireNonNull(statistics, "statistics");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(announcer, "announcer");
        Objects.requireNonNull(highlighter, "highlighter");
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(components, "components");
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(ports, "ports");
    }

    /** Creates services without optional capabilities. */
    public GatewayServices(
            Supplier<Map<String, SearchableIndex>> indexes,
            Function<String, IndexStatistics> statistics,
            RowReader rows,
            RowAnnouncer announcer,
            Highlighter highlighter,
            PrometheusMetrics metrics,
            Supplier<Map<String, Supplier<CheckResult>>> components,
            GatewayConfig config) {
        this(
                indexes,
                statistics,
                rows,
                announcer,
                highlighter,
                metrics,
                components,
                config,
                GatewayCapabilities.none());
    }
}
