/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.ElasticsearchConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.servers.ElasticsearchServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A server with small limits, how its tests connect to it, and what they find in it. */
public final class SmallServer {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private SmallServer() {}

    static ElasticsearchServer start() {
        return SharedServer.start(ElasticsearchServer.builder(SharedServer.temporaryDirectory())
                .setting("http.max_content_length", "1mb")
                // However many processors there are, five requests at once are too many.
                .setting("thread_pool.write.size", "1")
                .setting("thread_pool.write.queue_size", "3")
                .setting("indexing_pressure.memory.limit", "600kb")
                // How soon it notices that a disk is full; no less is allowed.
                .setting("cluster.info.update.interval", "10s")
                .deleteDataOnClose());
    }

    // No answer of a slow machine is to be taken for a lost one.
    static ElasticsearchConfig config(URI url, int concurrentRequests, long requestBytes) {
        return config(url, 1, concurrentRequests, requestBytes, PATIENCE);
    }

    public static ElasticsearchConfig config(
            URI url, int shards, int concurrentRequests, long requestBytes, Duration requestTimeout) {
        // More than the server takes, so that its own answers are seen.
        return config(url, shards, concurrentRequests, requestBytes, requestTimeout, 1L << 30);
    }

    public static ElasticsearchConfig config(
            URI url,
            int shards,
            int concurrentRequests,
            long requestBytes,
            Duration requestTimeout,
            long maxDocumentBytes) {
        return new ElasticsearchConfig(
                List.of(url),
                ElasticsearchConfig.Credentials.NONE,
                Optional.empty(),
                new ElasticsearchConfig.NewIndex(shards, 0, Duration.ofMillis(200)),
                new ElasticsearchConfig.BulkLimits(
                        concurrentRequests, requestBytes, 500, 2 * requestBytes, maxDocumentBytes),
                requestTimeout);
    }

    /** The index holds that many rows, and the last of them. */
    public static void assertHolds(ElasticsearchBackend backend, IndexDefinition definition, int rows) {
        int found = 0;
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            searcher.refresh();
            for (var cursor = searcher.scan(); cursor.hasNext(); found++) {
                cursor.next();
            }
            assertThat(searcher.get(DocumentId.of(RowKey.utf8("row" + (rows - 1)))))
                    .isPresent();
        }
        assertThat(found).isEqualTo(rows);
    }
}
