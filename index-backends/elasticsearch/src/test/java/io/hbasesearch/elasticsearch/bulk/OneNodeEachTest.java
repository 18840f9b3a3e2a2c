/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.elasticsearch.ElasticsearchBackendTest;
import io.hbasesearch.elasticsearch.client.ElasticsearchConnection;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** To how many nodes one call takes a bulk request. */
@Timeout(60)
class OneNodeEachTest {
    private final List<ServerSocket> nodes = new ArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<PendingWrite> writes =
            List.of(new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert("row", 1, "cat")));

    @AfterEach
    void close() throws IOException {
        for (ServerSocket node : nodes) {
            node.close();
        }
    }

    @Test
    void aRequestThatEndsANodeIsNotRepeatedOnTheNext() throws Exception {
        try (ElasticsearchConnection connection = connection(node(""), node(""), node(""))) {
            BulkRequests bulk = bulk(connection);
            assertThatThrownBy(() -> bulk.send(writes, false)).isInstanceOf(BulkTransport.NoAnswerException.class);
            assertThat(requests).hasValue(1);
            assertThatThrownBy(() -> bulk.send(writes, false)).isInstanceOf(BulkTransport.NoAnswerException.class);
            assertThat(requests).as("and the next call is made").hasValue(2);
        }
    }

    @Test
    void aProxyWhoseServerHasGoneHasNotAnsweredEither() throws Exception {
        String answer = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n";
        try (ElasticsearchConnection connection = connection(node(answer), node(answer))) {
            assertThatThrownBy(() -> bulk(connection).send(writes, false))
                    .isInstanceOf(BulkTransport.NoAnswerException.class);
            assertThat(requests).hasValue(1);
        }
    }

    @Test
    void aRequestThatFindsNoConnectionGoesToANodeThatHasOne() throws Exception {
        try (ElasticsearchConnection connection = connection(gone(), gone(), node(answer("index", 200)))) {
            assertThat(bulk(connection).send(writes, false)).containsExactly(ItemOutcome.APPLIED);
            assertThat(requests).hasValue(1);
        }
    }

    @Test
    void whereNobodyListensNothingWasSent() throws Exception {
        try (ElasticsearchConnection connection = connection(gone(), gone())) {
            assertThatThrownBy(() -> bulk(connection).send(writes, false)).isInstanceOf(HBaseSearchException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"200, true", "404, true", "409, true", "403, true", "429, false", "503, false", "500, false"})
    void aShardHasAnsweredWhateverItSaidUnlessThatIsTrouble(int status, boolean answers) throws Exception {
        try (ElasticsearchConnection connection = connection(node(answer("update", status)))) {
            assertThat(bulk(connection).answersFor(writes.get(0))).isEqualTo(answers);
        }
    }

    @Test
    void whoHangsUpHasNotAnswered() throws Exception {
        try (ElasticsearchConnection connection = connection(node(""), gone())) {
            assertThat(bulk(connection).answersFor(writes.get(0))).isFalse();
        }
    }

    private static String answer(String operation, int status) {
        String body = "{\"took\":1,\"errors\":false,\"items\":[{\"" + operation + "\":{\"_index\":\"x\",\"status\":"
                + status + "}}]}";
        return "HTTP/1.1 200 OK\r\nX-Elastic-Product: Elasticsearch\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private URI gone() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
    }

    /** Reads what comes first, answers, and hangs up. */
    private URI node(String answer) throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        nodes.add(socket);
        Thread thread = new Thread(() -> {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    if (client.getInputStream().read(new byte[8192]) > 0) {
                        requests.incrementAndGet();
                        client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    // The client has hung up, or the test is over.
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private static ElasticsearchConnection connection(URI... urls) {
        return new ElasticsearchConnection(ElasticsearchBackendTest.config(Optional.empty(), Optional.empty(), urls));
    }

    private static BulkRequests bulk(ElasticsearchConnection connection) {
        BulkBuffer buffer = new BulkBuffer(1, 1);
        SendLimits limits = new SendLimits(new SendLimits.Bounds(1, 1, 1), System::nanoTime);
        return new BulkRequests(
                connection, "x", Duration.ofSeconds(10), new BulkMetrics(Metrics.none(), "x", buffer, limits));
    }
}
