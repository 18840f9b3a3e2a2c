/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.testing.GivenServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One Elasticsearch for all tests of a run: a given one, else started for the first that needs it and closed after the last. */
public final class SharedServer implements BeforeAllCallback {
    private static final Duration START = Duration.ofMinutes(5);
    private static volatile URI uri;

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<GivenServers> given = GivenServers.find();
        if (given.isPresent()) {
            uri = given.get().elasticsearch();
            return;
        }
        context.getRoot()
                .getStore(Namespace.create(SharedServer.class))
                .getOrComputeIfAbsent(ElasticsearchServer.class, key -> start(), ElasticsearchServer.class);
    }

    private static ElasticsearchServer start() {
        ElasticsearchServer server = start(ElasticsearchServer.builder(temporaryDirectory())
                .distributions(AnalysisPlugins.languages())
                .deleteDataOnClose());
        uri = server.uri();
        return server;
    }

    public static ElasticsearchServer start(ElasticsearchServer.Builder builder) {
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

    public static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("hbase-search-elasticsearch-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static URI uri() {
        return uri;
    }
}
