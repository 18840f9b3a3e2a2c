/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InfoPagesTest {
    private final InfoPages pages = new InfoPages();

    /** Compose and Kubernetes make names that no URL may have. */
    @Test
    void aServerWhoseNameNoUrlMayHaveIsAFindingAndNoFailure() {
        assertThatThrownBy(() -> pages.get(named("no_such_host.invalid"), 16030, "/conf"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no_such_host.invalid");
    }

    @Test
    void aPageThatDoesNotEndIsGivenUp() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread drip = new Thread(() -> drip(socket), "drip");
            drip.setDaemon(true);
            drip.start();

            assertThatThrownBy(() -> pages.get(named("127.0.0.1"), socket.getLocalPort(), "/conf"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no complete response within 3000 ms");
        }
    }

    @Test
    void oneThatIsOffSaysSoAndTheOthersAreAsked() {
        assertThat(InfoPages.ofAll(List.of(0, 1), port -> port == 0 ? problem(port) : "asked", port -> "late"))
                .containsExactly("its info port is off, so it cannot be asked from here", "asked");
    }

    private String problem(int port) {
        try {
            pages.get(named("127.0.0.1"), port, "/conf");
            return "";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static ServerName named(String host) {
        return ServerName.valueOf(host, 16020, 1);
    }

    /** A byte every 100 ms, for as long as somebody reads. */
    private static void drip(ServerSocket socket) {
        try (Socket caller = socket.accept()) {
            caller.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".getBytes(US_ASCII));
            while (true) {
                caller.getOutputStream().write('x');
                caller.getOutputStream().flush();
                Thread.sleep(100);
            }
        } catch (IOException e) {
            // The reader has gone, as it should.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
