/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections on which a request was refused before its body was read. */
class UnreadBodyTest {
    private static final int SOCKET_TIMEOUT_MILLIS = 10_000;
    private static final int SHORT_PAUSE_MILLIS = 20;

    private HttpListener listener;
    private Socket socket;
    private BufferedReader answers;

    @BeforeEach
    void connect() throws IOException {
        listener = new HttpListener(
                new ListenerSettings("test", "127.0.0.1", 0, List.of(), Set.of(), 8, (context, millis) -> {}),
                routes -> {
                    routes.post("/read", context -> Json.write(context, 200, Json.readObject(context)));
                    routes.get("/text", context -> context.result("whale"));
                    routes.post("/refuse", context -> {
                        throw new ProblemException(ProblemDocument.of(400, ErrorCode.USAGE, "no", null));
                    });
                });
        listener.start();
        socket = new Socket(InetAddress.getLoopbackAddress(), listener.port());
        socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        listener.close();
    }

    @Test
    void aBodyThatComesAfterItsHeadersDoesNotEndTheConnection() throws Exception {
        for (int request = 0; request < 3; request++) {
            send(headers("Content-Length: 5"));
            Thread.sleep(SHORT_PAUSE_MILLIS);
            send("whale");

            assertThat(answer()).startsWith("HTTP/1.1 400").doesNotContain("Connection: close");
        }
    }

    @Test
    void aBodyInChunksIsNotWaitedFor() throws Exception {
        send(headers("Transfer-Encoding: chunked"));

        assertThat(answer()).startsWith("HTTP/1.1 400").contains("Connection: close");
    }

    @Test
    void missingBodyIsNotAwaitedForLongAndClosesTheConnection() throws Exception {
        send(headers("Content-Length: 5"));

        assertThat(answer()).startsWith("HTTP/1.1 400").contains("Connection: close");
        assertThat(answers.read()).isEqualTo(-1);
    }

    @Test
    void aLargeBodyIsTakenWhileTheAnswerIsWaitedForUpToALimit() throws Exception {
        int large = 2 * Json.MAX_BODY_BYTES;
        send(headers("Content-Length: " + large) + "x".repeat(large));
        assertThat(answer()).startsWith("HTTP/1.1 400").doesNotContain("Connection: close");

        send(headers("Content-Length: 2000000"));
        assertThat(answer()).startsWith("HTTP/1.1 400").contains("Connection: close");
    }

    @Test
    void whoAsksBeforeSendingABodyIsNotAskedForIt() throws Exception {
        send(headers("Content-Length: 5\r\nExpect: 100-continue"));

        assertThat(answer()).startsWith("HTTP/1.1 400").contains("Connection: close");
    }

    @Test
    void aBodyThatIsReadLeavesTheConnectionAsItIs() throws Exception {
        for (int request = 0; request < 3; request++) {
            send(headers("/read", "Content-Type: application/json\r\nContent-Length: 2") + "{}");

            assertThat(answer()).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedByItsLength() throws Exception {
        int large = Json.MAX_BODY_BYTES + 1;
        send(headers("/read", "Content-Type: application/json\r\nContent-Length: " + large) + "x".repeat(large));

        assertThat(answer()).startsWith("HTTP/1.1 413").doesNotContain("Connection: close");
    }

    @Test
    void bodySentWithAGetLeavesTheConnectionOpen() throws Exception {
        for (int request = 0; request < 3; request++) {
            send("GET /text HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nwhale");

            assertThat(answer()).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
        }
        send("GET /text HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n");
        assertThat(answer()).startsWith("HTTP/1.1 200").contains("Connection: close");
    }

    @Test
    void aBodyInChunksThatComesWithAGetIsNotWaitedFor() throws Exception {
        send("GET /text HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");

        assertThat(answer()).startsWith("HTTP/1.1 200").contains("Connection: close");
    }

    private static String headers(String body) {
        return headers("/refuse", body);
    }

    private static String headers(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + body + "\r\n\r\n";
    }

    private void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        socket.getOutputStream().flush();
    }

    /** Status and headers of the next answer, whose body is read too. */
    private String answer() throws IOException {
        StringBuilder head = new StringBuilder();
        int length = 0;
        for (String line = answers.readLine(); line != null && !line.isEmpty(); line = answers.readLine()) {
            head.append(line).append('\n');
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            }
        }
        assertThat(answers.skip(length)).isEqualTo(length);
        return head.toString();
    }
}
