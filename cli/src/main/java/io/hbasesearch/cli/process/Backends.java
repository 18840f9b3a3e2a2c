/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.lucene.LuceneBackend;

/** Which backend the configuration asks for. Stateless. */
public final class Backends {
    private Backends() {}

    /** Does no I/O; the caller owns the backend. */
    public static IndexBackend open(BackendConfig config, Metrics metrics) {
        return switch (config.backend()) {
            case LUCENE -> new LuceneBackend(config.lucene());
            case ELASTICSEARCH -> new ElasticsearchBackend(config.elasticsearch(), metrics);
        };
    }
}
