/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.servers.DataDirectories;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HBaseServer;
import io.hbasesearch.servers.KafkaServer;
import io.hbasesearch.servers.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/** Real HBase and Kafka, and Elasticsearch for who asks, once for all tests of a run; closed after the last. */
final class TestServers implements BeforeAllCallback {
    private static final Duration START = Duration.ofSeconds(120);
    private static final List<LocalServer> STARTED = new ArrayList<>();
    private static final List<Path> DIRECTORIES = new ArrayList<>();
    private static HBaseServer hbase;
    private static KafkaServer kafka;
    private static ElasticsearchServer elasticsearch;

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(TestServers.class))
                .getOrComputeIfAbsent(Closer.class, key -> start(), Closer.class);
    }

    private static Closer start() {
        hbase = HBaseServer.builder(directory("hbase")).deleteDataOnClose().build();
        // Everything is allowed to everybody, but for what a test forbids.
        kafka = KafkaServer.builder(directory("kafka"))
                .setting("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .setting("allow.everyone.if.no.acl.found", "true")
                .deleteDataOnClose()
                .build();
        STARTED.add(hbase);
        STARTED.add(kafka);
        hbase.start();
        kafka.start();
        awaitReady(hbase);
        awaitReady(kafka);
        return new Closer();
    }

    static HBaseServer hbase() {
        return hbase;
    }

    static KafkaServer kafka() {
        return kafka;
    }

    static synchronized ElasticsearchServer elasticsearch() {
        if (elasticsearch == null) {
            elasticsearch = ElasticsearchServer.builder(directory("elasticsearch"))
                    .deleteDataOnClose()
                    .build();
            STARTED.add(elasticsearch);
            elasticsearch.start();
            awaitReady(elasticsearch);
        }
        return elasticsearch;
    }

    private static void awaitReady(LocalServer server) {
        try {
            server.awaitReady(START);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A new directory, which is deleted after the last test. */
    static synchronized Path directory(String name) {
        try {
            Path directory = Files.createTempDirectory("hbase-search-indexer-test-" + name);
            DIRECTORIES.add(directory);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Closer implements AutoCloseable {
        @Override
        public void close() throws IOException {
            Collections.reverse(STARTED);
            STARTED.forEach(LocalServer::close);
            STARTED.clear();
            for (Path directory : DIRECTORIES) {
                DataDirectories.delete(directory);
            }
            DIRECTORIES.clear();
        }
    }
}
