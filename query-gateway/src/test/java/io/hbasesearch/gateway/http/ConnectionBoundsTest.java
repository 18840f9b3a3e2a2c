/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that send no request hold up nobody who does. */
class ConnectionBoundsTest {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final String REQUEST = "GET /text HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final ConnectionBounds.Limits SMALL =
            new ConnectionBounds.Limits(20, 10, Duration.ofMinutes(1), Duration.ofMinutes(1));

    private final List<Socket> open = new ArrayList<>();
    private final CountDownLatch slow = new CountDownLatch(1);
    private HttpListener listener;

    @AfterEach
    void close() throws IOException {
        slow.countDown();
        for (Socket socket : open) {
            socket.close();
        }
        listener.close();
    }

    private void listen(ConnectionBounds.Limits limits) {
        listener = new HttpListener(
                new ListenerSettings("test", "127.0.0.1", 0, List.of(), Set.of(), 24, (context, millis) -> {}),
                limits,
                routes -> {
                    routes.get("/text", context -> context.result("whale"));
                    routes.get("/slow", context -> {
                        slow.await();
                        context.result("whale");
                    });
                });
        listener.start();
    }

    @Test
    void tooManySilentConnectionsDoNotBlockOtherRequests() throws Exception {
        listen(ConnectionBounds.Limits.of(ConnectionBounds.Limits.OF_ADDRESS));
        for (int i = 0; i < 5_000; i++) {
            connectFrom("127.0.0." + (2 + i % 4));
        }

        assertAnswers(connectFrom("127.0.0.1"));
        assertAnswers(connectFrom("127.0.0.2"));
    }

    @Test
    void silentConnectionsFromTheSameAddressDoNotKeepOneAwayThatAsks() throws Exception {
        listen(SMALL);
        Socket first = connectFrom("127.0.0.1");
        assertAnswers(first);
        for (int i = 0; i < 50; i++) {
            connectFrom("127.0.0.1");
        }

        assertAnswers(connectFrom("127.0.0.1"));
        assertAnswers(first);
    }

    @Test
    void noAddressHasMoreConnectionsThanItsShareEvenIfAllOfThemAsk() throws Exception {
        listen(SMALL);
        List<Socket> asking = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Socket socket = connectFrom("127.0.0.2");
            send(socket, REQUEST.replace("/text", "/slow"));
            asking.add(socket);
        }
        // They are let in one after the other, and only then ask.
        await().atMost(Duration.ofSeconds(10)).until(() -> isRefused(connectFrom("127.0.0.2")));

        assertAnswers(connectFrom("127.0.0.3"));
        slow.countDown();
        for (Socket socket : asking) {
            assertThat(read(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void oneAddressMayHaveAllPlacesThatNobodyElseWants() throws Exception {
        listen(SMALL);
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            silent.add(connectFrom("127.0.0.2"));
        }

        for (Socket socket : silent) {
            assertAnswers(socket);
        }
        // And they give way to others.
        assertAnswers(connectFrom("127.0.0.3"));
    }

    @Test
    void theAddressWithTheMostSilentConnectionsGivesWay() throws Exception {
        listen(SMALL);
        Socket first = connectFrom("127.0.0.3");
        for (int i = 0; i < 50; i++) {
            connectFrom("127.0.0.2");
            connectFrom("127.0.0.4");
            connectFrom("127.0.0.5");
        }

        assertAnswers(first);
    }

    @Test
    void newcomersDoNotPushOutEachOtherWhileOthersAreIdle() throws Exception {
        listen(SMALL);
        for (int i = 0; i < 20; i++) {
            assertAnswers(connectFrom("127.0.0.2"));
        }
        List<Socket> newcomers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            newcomers.add(connectFrom("127.0.0.3"));
        }

        for (Socket newcomer : newcomers) {
            assertAnswers(newcomer);
        }
    }

    @Test
    void anAddressWithItsShareMakesRoomItself() throws Exception {
        listen(SMALL);
        List<Socket> few = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            few.add(connectFrom("127.0.0.2"));
        }
        for (int i = 0; i < 30; i++) {
            assertAnswers(connectFrom("127.0.0.3"));
        }

        for (Socket socket : few) {
            assertAnswers(socket);
        }
    }

    @Test
    void aHeadThatComesByteByByteIsNotWaitedFor() throws Exception {
        listen(new ConnectionBounds.Limits(20, 10, Duration.ofMillis(500), Duration.ofMillis(500)));
        Socket first = connectFrom("127.0.0.1");
        assertThat(endsWhileItTrickles(first)).isTrue();
        Socket second = connectFrom("127.0.0.1");
        assertAnswers(second);
        assertThat(endsWhileItTrickles(second)).isTrue();
    }

    private static boolean endsWhileItTrickles(Socket socket) throws Exception {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    try {
                        send(socket, "G");
                        return false;
                    } catch (IOException e) {
                        return true;
                    }
                });
        return true;
    }

    private static boolean isRefused(Socket socket) throws IOException {
        socket.setSoTimeout(200);
        try {
            return read(socket).startsWith("HTTP/1.1 503");
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private Socket connectFrom(String address) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), listener.port()), TIMEOUT_MILLIS);
        return socket;
    }

    private static void assertAnswers(Socket socket) throws IOException {
        send(socket, REQUEST);
        assertThat(read(socket)).startsWith("HTTP/1.1 200");
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(US_ASCII));
        out.flush();
    }

    /** The whole answer, which ends with its text. */
    private static String read(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("whale") < 0) {
            int next = in.read();
            if (next == -1) {
                break;
            }
            answer.append((char) next);
        }
        return answer.toString();
    }
}
