/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.Highlighter;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a {@link QueryGateway} works with. All of it belongs to the caller, who closes it after the gateway.
 *
 * @param indexes by name, asked for with every request, as indexes come and go: must answer from memory
 * @param statistics of an index, by name; may do I/O
 * @param components further parts of this process whose health counts, by name
 * @param ports what it can do beyond searches and rows
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

    /** Without anything beyond searches and rows. */
    public GatewayServices(
            Supplier<Map<String, SearchableIndex>> indexes,
            Function<String, IndexStatistics> statistics,
            RowReader rows,
            RowAnnouncer announcer,
            Highlighter highlighter,
            PrometheusMetrics metrics,
            Supplier<Map<String, Supplier<CheckResult>>> components,
            GatewayConfig config) {
        this(indexes, statistics, rows, announcer, highlighter, metrics, components, config, GatewayCapabilities.none());
    }
}
