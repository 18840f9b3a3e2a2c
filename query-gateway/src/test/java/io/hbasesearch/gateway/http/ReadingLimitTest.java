/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadingLimitTest {
    private static final int MUCH = 64 << 20;

    @Test
    void whoDoesNotReadInTimeIsCutOff() throws Exception {
        CompletableFuture<Boolean> isCutOff = new CompletableFuture<>();
        ListenerSettings settings =
                new ListenerSettings("test", "127.0.0.1", 0, List.of(), Set.of("/much"), 8, (context, millis) -> {});
        try (HttpListener listener = new HttpListener(
                        settings,
                        routes -> routes.get("/much", context -> {
                            ReadingLimit limit = ReadingLimit.of(context, Duration.ofMillis(200));
                            try {
                                context.res().getOutputStream().write(new byte[MUCH]);
                                isCutOff.complete(false);
                            } catch (IOException e) {
                                isCutOff.complete(true);
                            } finally {
                                limit.close();
                            }
                        }));
                Socket slow = new Socket()) {
            listener.start();
            slow.setReceiveBufferSize(8 << 10);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port()));
            slow.getOutputStream().write("GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));

            assertThat(isCutOff.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
