/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.lucene.LuceneBackend;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The backends, each at a place given as text, so that another process can open the same one. */
enum BackendKind {
    LUCENE {
        @Override
        IndexBackend open(String place) {
            return new LuceneBackend(new LuceneConfig(Path.of(place), Duration.ofMillis(100), 16 << 20));
        }

        @Override
        String newPlace() {
            return TestServers.directory("lucene").toString();
        }
    },
    ELASTICSEARCH {
        @Override
        IndexBackend open(String place) {
            return new ElasticsearchBackend(
                    new ElasticsearchConfig(
                            List.of(URI.create(place)),
                            ElasticsearchConfig.Credentials.NONE,
                            Optional.empty(),
                            new ElasticsearchConfig.NewIndex(1, 0, Duration.ofMillis(200)),
                            new ElasticsearchConfig.BulkLimits(
                                    2, 1 << 20, 500, 4 << 20, ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES),
                            Duration.ofSeconds(10)),
                    Metrics.none());
        }

        @Override
        String newPlace() {
            return TestServers.elasticsearch().uri().toString();
        }
    };

    abstract IndexBackend open(String place);

    abstract String newPlace();
}
