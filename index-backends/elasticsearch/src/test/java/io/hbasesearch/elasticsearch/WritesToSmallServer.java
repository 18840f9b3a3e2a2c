/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.testing.Fixtures;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Tests of a writer on a {@link SmallServer} of their own, each with an empty index. */
public abstract class WritesToSmallServer {
    public static final Duration PATIENCE = SmallServer.PATIENCE;
    public static final Duration READ_AGE = Duration.ofHours(6);
    public static final int KIBIBYTE = 1 << 10;
    public static final String THROTTLED = "hbase_search_elasticsearch_throttled_operations_total";

    public static ElasticsearchServer server;

    public final CountingMetrics metrics = new CountingMetrics();
    public final IndexDefinition definition = Fixtures.messages(Fixtures.uniqueName("small"));
    ElasticsearchBackend backend;
    public IndexMetadata metadata;

    @BeforeAll
    static void startServer() {
        server = SmallServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    final void createIndex() {
        backend = new ElasticsearchBackend(SmallServer.config(uri(), 2, KIBIBYTE * KIBIBYTE), metrics);
        metadata = backend.admin().create(definition, Fixtures.source(definition));
    }

    @AfterEach
    final void closeBackend() {
        backend.close();
    }

    /** How the writer reaches the server. */
    public URI uri() {
        return server.uri();
    }

    public final DocumentWriter openWriter() {
        return backend.openWriter(definition, metadata, READ_AGE);
    }

    public final void assertHolds(int rows) {
        SmallServer.assertHolds(backend, definition, rows);
    }
}
