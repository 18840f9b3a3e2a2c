/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedHttpTest {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final int LARGEST = 1000;

    private ServerSocket socket;

    @BeforeEach
    void listen() throws IOException {
        socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
    }

    @Test
    void anAnswerWithinTheBoundsArrivesWhole() throws Exception {
        answer(out -> {
            head(out, LARGEST);
            out.write("x".repeat(LARGEST).getBytes(US_ASCII));
            out.flush();
        });
        assertThat(new String(http(LONG).send(request()).body(), UTF_8)).isEqualTo("x".repeat(LARGEST));
    }

    @Test
    void aBodyThatIsTooLongIsRefusedBeforeItsEnd() throws Exception {
        answer(out -> {
            head(out, Integer.MAX_VALUE);
            while (true) {
                out.write(new byte[LARGEST]);
            }
        });
        assertThatThrownBy(() -> http(LONG).send(request()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("longer than 1000 bytes");
    }

    @Test
    void aBodyThatStopsHalfwayIsNotWaitedFor() throws Exception {
        answer(out -> {
            head(out, LARGEST);
            out.write('x');
            out.flush();
        });
        assertThatThrownBy(() -> http(SHORT).send(request()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no complete response within 500 ms");
    }

    @Test
    void aRefusedConnectionIsNamed() throws Exception {
        HttpRequest request = request();
        socket.close();
        assertThatThrownBy(() -> http(LONG).send(request))
                .isInstanceOf(IOException.class)
                .hasMessage("ConnectException");
    }

    private static BoundedHttp http(Duration timeout) {
        return new BoundedHttp(CONNECT, timeout, LARGEST);
    }

    private HttpRequest request() {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/page"))
                .build();
    }

    private static void head(OutputStream out, int length) throws IOException {
        out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n").getBytes(US_ASCII));
    }

    private interface Answer {
        void write(OutputStream out) throws IOException;
    }

    /** To one caller; the connection stays open until the test closes the socket or the caller goes. */
    private void answer(Answer answer) {
        Thread thread = new Thread(
                () -> {
                    try (Socket caller = socket.accept()) {
                        answer.write(caller.getOutputStream());
                        // Until the caller is gone.
                        while (caller.getInputStream().read() >= 0) {
                            continue;
                        }
                    } catch (IOException e) {
                        // The caller has gone, as it should.
                        return;
                    }
                },
                "answer");
        thread.setDaemon(true);
        thread.start();
    }
}
