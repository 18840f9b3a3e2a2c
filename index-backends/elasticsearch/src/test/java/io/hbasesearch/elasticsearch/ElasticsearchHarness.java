/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.testing.BackendHarness;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A backend of its own on a server that others use too. */
public final class ElasticsearchHarness implements BackendHarness {
    private static final long BUFFER_BYTES = 1 << 20;

    private final ElasticsearchBackend backend;
    private final Rest rest;

    ElasticsearchHarness(URI server) {
        this.backend = new ElasticsearchBackend(config(server), Metrics.none());
        this.rest = new Rest(server);
    }

    public static ElasticsearchConfig config(URI... servers) {
        return new ElasticsearchConfig(
                List.of(servers),
                ElasticsearchConfig.Credentials.NONE,
                Optional.empty(),
                new ElasticsearchConfig.NewIndex(1, 0, Duration.ofMillis(200)),
                new ElasticsearchConfig.BulkLimits(
                        2, BUFFER_BYTES, 500, BUFFER_BYTES, ElasticsearchConfig.DEFAULT_MAX_DOCUMENT_BYTES),
                Duration.ofSeconds(10));
    }

    @Override
    public IndexBackend backend() {
        return backend;
    }

    @Override
    public void reopen(IndexMetadata metadata) {
        rest.reopen(metadata.physicalName());
    }

    @Override
    public Hold holdWrites() {
        rest.blockWrites(true);
        return () -> rest.blockWrites(false);
    }

    @Override
    public long bufferBytes() {
        return BUFFER_BYTES;
    }

    @Override
    public void close() {
        backend.close();
    }
}
