/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that do not come hold up nobody but their own caller. */
class SlowBodiesTest {
    private static final String OF_ANOTHER_INDEX = "a-key-of-another-index";
    private static final String SLOW = "a-key-of-a-slow-caller";
    private static final String OTHER = "a-key-of-another-caller";
    private static final int TIMEOUT_MILLIS = 5_000;

    private final GatewayFixture fixture = GatewayFixture.withKeys(
            new ApiKey(new Secret(OF_ANOTHER_INDEX), List.of("another"), false),
            ApiKey.ofAll(new Secret(SLOW)),
            ApiKey.ofAll(new Secret(OTHER)));
    private final List<Socket> open = new ArrayList<>();

    @BeforeEach
    void start() {
        RowKey row = RowKey.utf8("row-1");
        fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.copyOf("whale".getBytes(US_ASCII)));
        fixture.searcher.finds(row);
        fixture.start();
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {OF_ANOTHER_INDEX, SLOW})
    void twoHundredOfThemLeaveOthersTheirAnswers(String key) throws Exception {
        for (int i = 0; i < 200; i++) {
            send(key, "POST", "Content-Type: application/json\r\nContent-Length: 1000\r\n", "{");
        }

        assertThat(answer(send(OTHER, "GET", "", ""))).startsWith("HTTP/1.1 200");
        String body = "{\"q\": \"whale\"}";
        Socket post = send(
                OTHER, "POST", "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n", body);
        assertThat(answer(post)).startsWith("HTTP/1.1 200");
    }

    @Test
    void bodiesThatAreThereDoNotWaitForThoseOfTheSameCallerThatAreNot() throws Exception {
        for (int i = 0; i < 100; i++) {
            send(SLOW, "POST", "Content-Type: application/json\r\nContent-Length: 1000\r\n", "{");
        }
        String body = "{\"q\": \"whale\"}";
        Socket post =
                send(SLOW, "POST", "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n", body);
        assertThat(answer(post)).startsWith("HTTP/1.1 200");
    }

    @Test
    void aCallerWhomAnIndexIsNotOpenToIsToldSoBeforeItsBodyHasCome() throws Exception {
        Socket socket =
                send(OF_ANOTHER_INDEX, "POST", "Content-Type: application/json\r\nContent-Length: 1000\r\n", "{");
        assertThat(answer(socket)).startsWith("HTTP/1.1 403");
    }

    private Socket send(String key, String method, String headers, String body) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.gateway.port());
        open.add(socket);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        String path = "/v1/indexes/words/search" + (method.equals("GET") ? "?q=whale" : "");
        socket.getOutputStream()
                .write((method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + key + "\r\n" + headers
                                + "\r\n" + body)
                        .getBytes(US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return String.valueOf(new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine());
    }
}
