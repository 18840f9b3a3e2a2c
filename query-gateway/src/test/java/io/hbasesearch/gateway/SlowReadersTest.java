/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers that ask for much and do not read it keep their places, and so no more answers than there are places. */
class SlowReadersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String SEARCH = "/v1/indexes/words/search?q=x";
    /** More than the sockets of both sides hold; nothing that could be compressed to less. */
    private static final int ROWS = 10;

    private static final int ROW_BYTES = 1_000_000;

    private final GatewayFixture fixture = GatewayFixture.with(GatewayResilience.defaults()
            .withAdmission(new GatewayResilience.Admission(1, 0, Duration.ofSeconds(1), 1, 1, 0)));
    private final Socket slow = new Socket();

    @AfterEach
    void close() throws IOException {
        slow.close();
        fixture.close();
    }

    private TestHttp ask(String headers) throws IOException {
        byte[] value = new byte[ROW_BYTES];
        new Random(1).nextBytes(value);
        RowKey[] rows = IntStream.range(0, ROWS)
                .mapToObj(i -> RowKey.utf8("row-" + (100 + i)))
                .peek(row -> fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.copyOf(value)))
                .toArray(RowKey[]::new);
        fixture.searcher.finds(rows);
        TestHttp http = fixture.start();
        slow.setReceiveBufferSize(8 << 10);
        slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixture.gateway.port()));
        slow.getOutputStream()
                .write(("GET " + SEARCH + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n").getBytes(US_ASCII));
        return http;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Accept-Encoding: gzip\r\n"})
    void anAnswerThatIsNotReadKeepsItsPlaceAndNobodyElsesHealth(String headers) throws Exception {
        TestHttp http = ask(headers);
        await().atMost(PATIENCE).until(() -> fixture.table.reads.get() > 0);

        await().during(Duration.ofSeconds(2))
                .atMost(PATIENCE)
                .until(() -> http.get("/v1/indexes/words").statusCode() == 503);
        assertThat(http.get("/health/live").statusCode()).isEqualTo(200);
        slow.close();
        await().atMost(PATIENCE).until(() -> http.get("/v1/indexes/words").statusCode() == 200);
    }

    @Test
    void anAnswerThatIsReadGivesItsPlaceBack() throws Exception {
        TestHttp http = ask("Connection: close\r\n");
        assertThat(slow.getInputStream().readAllBytes().length).isGreaterThan(10 * ROW_BYTES);
        await().atMost(PATIENCE).until(() -> http.get("/v1/indexes/words").statusCode() == 200);
    }
}
