/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServiceProbeTest {
    @Test
    void silentProcessesCostTheirTimeOnceAndNotEachItsOwn() throws IOException {
        try (ServerSocket one = listener();
                ServerSocket two = listener()) {
            long begin = System.nanoTime();
            List<ServiceFacts> facts = ask(one, two);

            assertThat(facts).hasSize(2).allSatisfy(each -> assertThat(
                            each.state().complaint().orElseThrow().code())
                    .isEqualTo(ErrorCode.SERVER_UNREACHABLE));
            // Ten seconds are one process's: one after the other they would take twenty.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(18));
        }
    }

    @Test
    void whoeverSendsWithoutEndIsNoProcessOfThisProgram() throws IOException {
        try (ServerSocket socket = listener()) {
            Thread flood = new Thread(() -> flood(socket), "flood");
            flood.setDaemon(true);
            flood.start();

            assertThat(ask(socket).get(0).state().complaint().orElseThrow().message())
                    .contains("longer than");
        }
    }

    private static List<ServiceFacts> ask(ServerSocket... sockets) {
        List<URI> addresses = Arrays.stream(sockets)
                .map(socket -> URI.create("http://127.0.0.1:" + socket.getLocalPort()))
                .toList();
        return new ServiceProbe(new Processes(addresses, true, Optional.empty())).ask();
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 4, InetAddress.getLoopbackAddress());
    }

    private static void flood(ServerSocket socket) {
        try (Socket caller = socket.accept()) {
            caller.getOutputStream().write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            while (true) {
                caller.getOutputStream().write(new byte[1 << 16]);
            }
        } catch (IOException e) {
            // The reader has gone, as it should.
            return;
        }
    }
}
