/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {
    @Test
    void noPortIsGivenTwice() {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            assertThat(ports.add(Ports.free())).isTrue();
        }
    }

    @Test
    void aPortThatIsListenedOnIsNotFree() throws Exception {
        int port = Ports.free();
        assertThat(Ports.isFree(port)).isTrue();
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(Ports.loopback(), port));
            assertThat(Ports.isFree(port)).isFalse();
            assertThatThrownBy(() -> Ports.requireFree("kafka", "broker", port))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining("port " + port + " (broker of kafka) is taken");
        }
    }
}
