/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.servers.HBaseServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One HBase for the tests of a run that need no server of their own: started for the first of them, closed after the last. */
@ExtendWith(SharedHBase.Start.class)
abstract class SharedHBase {
    static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final ColumnName BODY = ColumnName.of("d", "body");
    static final ColumnName OTHER = ColumnName.of("d", "other");
    static final ColumnName META = ColumnName.of("m", "x");

    static HBaseServer server;
    static HBaseConnections connections;
    static HBaseRowReader reader;
    static HBaseRowWriter writer;
    static HBaseTables tables;
    static HBasePeers peers;

    /** Starts HBase once. */
    static final class Start implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            context.getRoot()
                    .getStore(Namespace.create(SharedHBase.class))
                    .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class);
        }
    }

    /** Closes the server and its connection after the last test. */
    private static final class Running implements AutoCloseable {
        Running() {
            try {
                server = HBaseServer.builder(Files.createTempDirectory("hbase-search-hbase-access-test"))
                        .regionServers(2)
                        .extraClasspath(endpointJar())
                        .deleteDataOnClose()
                        .build();
                server.start();
                server.awaitReady(Duration.ofSeconds(120));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("HBase did not start", e);
            }
            connections = new HBaseConnections(config(server.zooKeeperPort()));
            reader = new HBaseRowReader(connections);
            writer = new HBaseRowWriter(connections);
            tables = new HBaseTables(connections);
            peers = new HBasePeers(connections);
        }

        @Override
        public void close() {
            connections.close();
            server.close();
        }
    }

    static HBaseConfig config(int port) {
        return new HBaseConfig("127.0.0.1:" + port, "/hbase", Optional.empty(), Map.of(), TIMEOUT);
    }

    static Path endpointJar() throws IOException {
        Path target = Path.of(System.getProperty("hbasesearch.repository.root"), "replication-sink/target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file ->
                            file.getFileName().toString().matches("hbase-search-replication-sink-.*SNAPSHOT\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("build replication-sink first: no jar in " + target));
        }
    }

    static TableId table(String name) {
        TableId table = TableId.parse(name);
        tables.create(table, Map.of("d", true, "m", false));
        return table;
    }

    interface Call {
        void run();
    }

    static ErrorCode failure(Call call) {
        return catchThrowableOfType(HBaseSearchException.class, call::run).code();
    }
}
