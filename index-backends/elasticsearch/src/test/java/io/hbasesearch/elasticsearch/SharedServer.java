/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.servers.ElasticsearchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One Elasticsearch for all tests of a run, started for the first that needs it and closed after the last. */
final class SharedServer implements BeforeAllCallback {
    private static final Duration START = Duration.ofMinutes(5);
    private static volatile ElasticsearchServer running;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(Namespace.create(SharedServer.class))
                .getOrComputeIfAbsent(ElasticsearchServer.class, key -> start(), ElasticsearchServer.class);
    }

    private static ElasticsearchServer start() {
        running = start(ElasticsearchServer.builder(temporaryDirectory()).deleteDataOnClose());
        return running;
    }

    static ElasticsearchServer start(ElasticsearchServer.Builder builder) {
        ElasticsearchServer server = builder.build();
        try {
            server.start();
            server.awaitReady(START);
            return server;
        } catch (InterruptedException e) {
            server.close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Elasticsearch was starting", e);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("hbase-search-elasticsearch-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static URI uri() {
        return running.uri();
    }
}
