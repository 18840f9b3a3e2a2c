/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.indexer.pipeline.InFlightRoom;
import java.time.Clock;
import java.util.Objects;

/** What the workers of all indexes share; all of it is borrowed. */
public record WorkerContext(
        ServiceConfig config, IndexBackend backend, RowReader rows, InFlightRoom room, Metrics metrics, Clock clock) {
    public WorkerContext {
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(room, "room");
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(clock, "clock");
    }

    /** Returns the same context with other metrics. */
    public WorkerContext with(Metrics others) {
        return new WorkerContext(config, backend, rows, room, others, clock);
    }
}
