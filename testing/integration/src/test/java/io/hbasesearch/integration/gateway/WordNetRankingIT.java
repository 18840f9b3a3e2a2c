/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.testing.OnlyWithFaults;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

@OnlyWithFaults
class WordNetRankingIT extends WordNetRanking {
    private static final Duration START = Duration.ofMinutes(5);

    @TempDir
    private static Path directory;

    private static ElasticsearchServer server;
    private static ElasticsearchBackend backend;

    @BeforeAll
    static void open() throws InterruptedException {
        server = ElasticsearchServer.builder(directory).deleteDataOnClose().build();
        server.start();
        server.awaitReady(START);
        backend = GatewayStand.elasticsearch(server.uri());
    }

    @AfterAll
    static void end() {
        backend.close();
        server.close();
    }

    @Override
    IndexBackend backend() {
        return backend;
    }
}
