/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

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

/** Which backend the configuration asks for. Stateless. */
public final class Backends {
    private Backends() {}

    /** Does no I/O; the caller owns the backend. */
    public static IndexBackend open(BackendConfig config, Metrics metrics) {
        return open(config, metrics, Clock.systemUTC());
    }

    /**
     * As {@link #open(BackendConfig, Metrics)}.
     *
     * @param clock by which the age of reads is told: that of those who read
     */
    static IndexBackend open(BackendConfig config, Metrics metrics, Clock clock) {
        return switch (config.backend()) {
            case LUCENE -> new LuceneBackend(config.lucene(), metrics, clock);
            case ELASTICSEARCH -> new ElasticsearchBackend(config.elasticsearch(), metrics, clock);
        };
    }

    /** The analyzers that there are, where indexes are in this process; empty where only a server knows. */
    public static Optional<Set<String>> ownAnalyzers(BackendConfig config) {
        return switch (config.backend()) {
            case LUCENE -> Optional.of(LuceneBackend.analyzers());
            case ELASTICSEARCH -> Optional.empty();
        };
    }

    /** As {@link IndexAdmin#tables()}, over a backend of its own: for who asks once. */
    public static Map<String, TableId> tablesOnce(BackendConfig config) {
        try (IndexBackend backend = open(config, Metrics.none())) {
            return backend.admin().tables();
        }
    }
}
