/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration;

import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.lucene.LuceneBackend;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Opens the backend that the configuration selects. Stateless. */
public final class Backends {
    private Backends() {}

    /** Does no I/O; the caller owns the backend. */
    public static IndexBackend open(BackendConfig config, Metrics metrics) {
        return open(config, metrics, Clock.systemUTC());
    }

    /**
     * Does the same as {@link #open(BackendConfig, Metrics)} with a given clock.
     *
     * @param clock for the age of reads: the clock of the readers
     */
    public static IndexBackend open(BackendConfig config, Metrics metrics, Clock clock) {
        return switch (config.backend()) {
            case LUCENE -> new LuceneBackend(config.lucene(), metrics, clock);
            case ELASTICSEARCH -> new ElasticsearchBackend(config.elasticsearch(), metrics, clock);
        };
    }

    /** Returns the available analyzers if indexes are embedded; empty if only a server knows them. */
    public static Optional<Set<String>> ownAnalyzers(BackendConfig config) {
        return switch (config.backend()) {
            case LUCENE -> Optional.of(LuceneBackend.analyzers());
            case ELASTICSEARCH -> Optional.empty();
        };
    }

    /** Calls {@link IndexAdmin#tables()} once, with a temporary backend. */
    public static Map<String, TableId> tablesOnce(BackendConfig config) {
        try (IndexBackend backend = open(config, Metrics.none())) {
            return backend.admin().tables();
        }
    }
}
