/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server in this JVM that sends back what it gets. */
class TcpRelayTest {
    private static final Duration SOON = Duration.ofSeconds(5);

    private ServerSocket echo;
    private TcpRelay relay;

    @BeforeEach
    void open() throws IOException {
        echo = new ServerSocket();
        echo.bind(new InetSocketAddress(Ports.loopback(), 0));
        Thread server = new Thread(this::serve, "echo");
        server.setDaemon(true);
        server.start();
        relay = TcpRelay.to(echo.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        echo.close();
    }

    @Test
    void bytesPassBothWays() throws Exception {
        try (Socket client = connect()) {
            assertThat(ask(client, "GET /a")).isEqualTo("GET /a");
            assertThat(ask(client, "GET /b")).isEqualTo("GET /b");
        }
    }

    @Test
    void aRequestIsKeptFromTheServerUntilReleased() throws Exception {
        try (Socket client = connect();
                Socket other = connect();
                HeldRequest held = relay.holdRequest("POST /_bulk")) {
            send(client, "POST /_bulk");
            assertThat(held.awaitRequest(SOON)).isTrue();
            client.setSoTimeout(200);
            assertThatThrownBy(() -> receive(client, 1)).isInstanceOf(SocketTimeoutException.class);
            assertThat(ask(other, "POST /_bulk")).isEqualTo("POST /_bulk");

            held.release();
            client.setSoTimeout((int) SOON.toMillis());
            assertThat(receive(client, 11)).isEqualTo("POST /_bulk");
        }
    }

    @Test
    void theReplyToTheRequestIsHeldUntilReleased() throws Exception {
        try (Socket client = connect();
                Socket other = connect();
                HeldReplies held = relay.holdRepliesTo("POST /_bulk")) {
            assertThat(ask(client, "GET /")).isEqualTo("GET /");
            // The text arrives in two pieces.
            send(client, "POST /_b");
            assertThat(receive(client, 8)).isEqualTo("POST /_b");
            send(client, "ulk?x=y");

            assertThat(held.awaitRequest(SOON)).isTrue();
            assertThat(held.awaitReply(SOON)).isTrue();
            assertThat(ask(other, "POST /_bulk")).as("another connection").isEqualTo("POST /_bulk");
            client.setSoTimeout(200);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

            held.release();
            client.setSoTimeout(5_000);
            assertThat(receive(client, 7)).isEqualTo("ulk?x=y");
        }
    }

    @Test
    void aHeldReplyIsLostWhenTheConnectionIsCut() throws Exception {
        try (Socket client = connect();
                HeldReplies held = relay.holdReplies()) {
            send(client, "hello");
            assertThat(held.awaitReply(SOON)).isTrue();

            relay.cutConnections();
            held.release();

            assertThat(closedByPeer(client)).isTrue();
            assertThat(relay.openConnections()).isZero();
        }
    }

    @Test
    void refusedConnectionsComeBack() throws Exception {
        relay.refuseConnections();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);

        relay.acceptConnections();
        try (Socket client = connect()) {
            assertThat(ask(client, "again")).isEqualTo("again");
        }
    }

    /** Servers that are started meanwhile look for free ports, and would be taken for the target. */
    @Test
    void nobodyElseGetsThePortOfARelayThatRefuses() throws Exception {
        try (Socket client = connect()) {
            assertThat(ask(client, "before")).isEqualTo("before");
            relay.refuseConnections();
            try (ServerSocket stranger = new ServerSocket()) {
                stranger.setReuseAddress(true);
                assertThatThrownBy(() -> stranger.bind(new InetSocketAddress(Ports.loopback(), relay.port())))
                        .isInstanceOf(BindException.class);
            }
            assertThat(ask(client, "open ones stay")).isEqualTo("open ones stay");
        }
        relay.close();
        try (ServerSocket other = new ServerSocket()) {
            other.setReuseAddress(true);
            other.bind(new InetSocketAddress(Ports.loopback(), relay.port()));
        }
    }

    @Test
    void repliesAreDelayed() throws Exception {
        relay.delayReplies(Duration.ofMillis(150));
        try (Socket client = connect()) {
            long begin = System.nanoTime();
            assertThat(ask(client, "slow")).isEqualTo("slow");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
        }
    }

    @Test
    void bothDirectionsAreThrottled() throws Exception {
        relay.throttle(40);
        try (Socket client = connect()) {
            long begin = System.nanoTime();
            assertThat(ask(client, "slow")).isEqualTo("slow");
            // Four bytes there and four back.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
            relay.throttle(0);
        }
    }

    @Test
    void closingFreesThePortAndCutsConnections() throws Exception {
        try (Socket client = connect()) {
            ask(client, "hello");
            relay.close();
            assertThat(closedByPeer(client)).isTrue();
            assertThat(Ports.isFree(relay.port())).isTrue();
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(Ports.loopback(), relay.port());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static String ask(Socket socket, String text) throws IOException {
        send(socket, text);
        return receive(socket, text.length());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    private static boolean closedByPeer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private void serve() {
        while (!echo.isClosed()) {
            try {
                Socket socket = echo.accept();
                Thread thread = new Thread(() -> copy(socket), "echo-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void copy(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            // The test closed the connection.
        }
    }
}
