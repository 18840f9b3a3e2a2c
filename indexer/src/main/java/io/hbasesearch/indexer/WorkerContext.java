/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.IndexBackend;
import java.time.Clock;
import java.util.Objects;

/** The collaborators that the workers of all indexes share; all of them are borrowed. */
record WorkerContext(ServiceConfig config, IndexBackend backend, RowReader rows, Metrics metrics, Clock clock) {
    WorkerContext {
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(clock, "clock");
    }

    /** Returns the same context with other metrics. */
    WorkerContext with(Metrics others) {
        return new WorkerContext(config, backend, rows, others, clock);
    }
}
