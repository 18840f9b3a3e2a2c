/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.CheckResult;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another program listens where {@code index.elasticsearch.urls} points. */
@Timeout(60)
class WrongUrlTest {
    private static final String ENDLESS = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>";
    private static final long MUCH = 4L * (100 << 20);

    private final AtomicLong written = new AtomicLong();
    private ServerSocket listening;

    @BeforeEach
    void listen() throws Exception {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws Exception {
        listening.close();
    }

    @Test
    void anAnswerWithoutAnEndIsCutOff() {
        serve(ENDLESS, true);
        try (ElasticsearchBackend backend = backend()) {
            assertThatThrownBy(() -> backend.admin().list()).isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.SERVER_UNREACHABLE);
                assertThat(e).hasMessageContaining("127.0.0.1:" + listening.getLocalPort());
            });
        }
        // What stands in sockets' buffers is written besides.
        assertThat(written.get()).isLessThan(MUCH);
    }

    /** Of a web server, of HBase's and ZooKeeper's ports, which say nothing of HTTP, and of Kafka's, which hangs up. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
                "\0\0\0\24garbage\r\n\r\n",
                ""
            })
    void whatIsNotElasticsearchIsToldWithAddressAndSetting(String answer) {
        serve(answer, false);
        try (ElasticsearchBackend backend = backend()) {
            CheckResult result = backend.check();
            assertThat(result.ok()).isFalse();
            assertThat(result.message()).contains("127.0.0.1:" + listening.getLocalPort());
            assertThat(result.cause().orElseThrow()).isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(
                            e.hint().orElse(""))
                    .contains("urls"));
        }
    }

    private ElasticsearchBackend backend() {
        return new ElasticsearchBackend(
                ElasticsearchBackendTest.config(
                        Optional.empty(), Optional.empty(), URI.create("http://127.0.0.1:" + listening.getLocalPort())),
                Metrics.none());
    }

    private void serve(String answer, boolean endless) {
        Thread server = new Thread(() -> {
            while (!listening.isClosed()) {
                try (Socket client = listening.accept()) {
                    client.getInputStream().read(new byte[8192]);
                    OutputStream out = client.getOutputStream();
                    out.write(answer.getBytes(ISO_8859_1));
                    byte[] more = new byte[1 << 16];
                    while (endless && written.addAndGet(more.length) < MUCH) {
                        out.write(more);
                    }
                } catch (IOException e) {
                    // The client has hung up, or the test is over.
                }
            }
        });
        server.setDaemon(true);
        server.start();
    }
}
