/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers who ask again and again and read no answer, which needs no key, take no thread from those who read. */
class UnreadAnswersTest {
    /** Needs no key, and is long. */
    private static final String PATH = "/v1/openapi.json";

    private static final String KEY = "a-key-of-a-caller-who-reads";
    private static final int TIMEOUT_MILLIS = 10_000;

    /** More than a gateway has threads. */
    private static final int CONNECTIONS = 300;

    private final GatewayFixture fixture = GatewayFixture.withKeys(ApiKey.ofAll(new Secret(KEY)));
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void start() {
        RowKey row = RowKey.utf8("row-1");
        fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.copyOf("whale".getBytes(US_ASCII)));
        fixture.searcher.finds(row);
        fixture.start();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        fixture.close();
    }

    @Test
    void othersHaveTheirAnswers() throws Exception {
        ByteBuffer requests = ByteBuffer.wrap(("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .repeat(1_000)
                .getBytes(US_ASCII));
        List<SocketChannel> unread = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            unread.add(connectWithoutReading());
        }
        for (int i = 0; i < 50; i++) {
            answer(PATH);
            answer("/v1/indexes/words/search?q=whale");
        }
        for (SocketChannel each : unread) {
            write(each, requests.duplicate());
        }
        await().atMost(Duration.ofSeconds(60))
                .during(Duration.ofSeconds(5))
                .until(() -> answer("/health/live").startsWith("HTTP/1.1 200")
                        && answer("/v1/indexes/words/search?q=whale").startsWith("HTTP/1.1 200"));
    }

    private SocketChannel connectWithoutReading() throws IOException {
        SocketChannel channel = SocketChannel.open();
        open.add(channel);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.gateway.port()));
        channel.configureBlocking(false);
        return channel;
    }

    /** As much as there is room for: who does not read is not read, either. */
    private static void write(SocketChannel channel, ByteBuffer requests) {
        try {
            channel.write(requests);
        } catch (IOException e) {
            // It was closed for one that reads.
        }
    }

    private String answer(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.gateway.port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + KEY + "\r\n\r\n")
                            .getBytes(US_ASCII));
            return String.valueOf(
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine());
        }
    }
}
