/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Nothing listens, or something that never answers: neither needs a server. */
class DeadHBaseTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Test
    void refusedConnectionsAreReportedWithinTheTimeout() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertReportedInTime(port);
    }

    @Test
    void silenceIsReportedWithinTheTimeout() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertReportedInTime(socket.getLocalPort());
        }
    }

    @Test
    void aWaitThatRunsOutIsATimeOut() {
        HBaseConfig config = new HBaseConfig("127.0.0.1:1", "/hbase", Optional.empty(), Map.of(), TIMEOUT);
        try (HBaseConnections connections = new HBaseConnections(config)) {
            HBaseSearchException failure = catchThrowableOfType(
                    HBaseSearchException.class,
                    () -> connections.await(new CompletableFuture<>(), Duration.ofMillis(10), "reading"));
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT);
            assertThat(failure).hasMessageContaining("reading: no answer within 10 ms");
        }
    }

    private static void assertReportedInTime(int port) {
        HBaseConfig config = new HBaseConfig("127.0.0.1:" + port, "/hbase", Optional.empty(), Map.of(), TIMEOUT);
        try (HBaseConnections connections = new HBaseConnections(config);
                HBaseRowReader reader = new HBaseRowReader(connections)) {
            long start = System.nanoTime();
            HBaseSearchException failure = catchThrowableOfType(
                    HBaseSearchException.class,
                    () -> reader.read(
                            TableId.parse("t"), ColumnSelection.everything(), List.of(RowKey.utf8("r")), TIMEOUT));
            assertThat(failure.failureClass()).isEqualTo(FailureClass.TRANSIENT);
            assertThat(failure).hasMessageContaining("127.0.0.1:" + port);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.multipliedBy(2));
            assertThat(reader.check().ok()).isFalse();
        }
    }
}
