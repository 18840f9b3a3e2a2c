/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
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

    /** ZooKeeper's client takes the first four bytes for a length, too; these would be 1.2 GB. */
    @Test
    void anotherProgramIsReportedWithinTheTimeoutAndTakesNoMemory() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            AtomicLong allocated = new AtomicLong();
            Thread web = new Thread(() -> answerAll(socket, allocated), "web server");
            web.start();
            assertReportedInTime(socket.getLocalPort());
            assertThat(allocated.get()).isBetween(1L, 64L << 20);
            socket.close();
            web.join();
        }
    }

    /** As Kafka and Elasticsearch do with what is no request of theirs. */
    @Test
    void foreignServerIsReportedWithTheSettingBeforeTheTimeout() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread other = new Thread(() -> hangUpOnAll(socket), "another server");
            other.start();
            HBaseConfig config = new HBaseConfig(
                    "127.0.0.1:" + socket.getLocalPort(), "/hbase", Optional.empty(), Map.of(), Duration.ofMinutes(1));
            try (HBaseConnections connections = new HBaseConnections(config)) {
                long start = System.nanoTime();
                HBaseSearchException failure =
                        catchThrowableOfType(HBaseSearchException.class, () -> new HBasePeers(connections).list());
                assertThat(failure.failureClass()).isEqualTo(FailureClass.TRANSIENT);
                assertThat(failure.hint())
                        .hasValueSatisfying(hint -> assertThat(hint).contains("hbase.zookeeper"));
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
            }
            socket.close();
            other.join();
        }
    }

    private static void hangUpOnAll(ServerSocket socket) {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                client.getInputStream().read();
            } catch (IOException e) {
                // The client hung up, or the test is over.
                continue;
            }
        }
    }

    private static void answerAll(ServerSocket socket, AtomicLong allocated) {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                if (client.getInputStream().read() >= 0) {
                    client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                    client.getOutputStream().flush();
                    // Before the next answer: by the client that has read the ones before.
                    allocated.accumulateAndGet(allocatedByZooKeeper(), Math::max);
                }
            } catch (IOException e) {
                // The client hung up, or the test is over.
                continue;
            }
        }
    }

    private static long allocatedByZooKeeper() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("SendThread"))
                .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getId()))
                .max()
                .orElse(0);
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
