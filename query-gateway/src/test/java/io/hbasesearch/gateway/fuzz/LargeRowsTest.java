/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many callers request rows at once that are as large as rows may be: a gateway with a small heap answers or refuses, and lives. */
class LargeRowsTest {
    private static final int CALLERS = 40;
    private static final Duration HANG = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WORDS = "/v1/indexes/words/";

    private Path directory;
    private GatewayChild gateway;
    private ExecutorService callers;

    @BeforeEach
    void start() throws IOException {
        directory = Files.createTempDirectory("large-rows");
        gateway = new GatewayChild(directory, LargeRowsGateway.class, "-Xmx128m");
        callers = Executors.newFixedThreadPool(CALLERS);
    }

    @AfterEach
    void close() throws IOException {
        callers.shutdownNow();
        gateway.close();
        FuzzedGateway.delete(directory);
    }

    @Test
    void fortyCallersOfOneRow() throws Exception {
        requireAllAnswered(List.of(get("rows/" + LargeRowsGateway.key(0) + "?keyFormat=text")));

        assertThat(keysOfPages("search?q=whale&filter=kind:large&keyFormat=text"))
                .hasSize(LargeRowsGateway.ROWS);
        assertThat(keysOfPages("search?filter=user:7&plan=table&keyFormat=text"))
                .hasSize(LargeRowsGateway.ROWS);
    }

    /** Requires that each page but the last says why it ends, and has a cursor. */
    private Set<String> keysOfPages(String search) throws IOException {
        Set<String> keys = new TreeSet<>();
        String cursor = "";
        while (cursor != null) {
            JsonNode page = JSON.readTree(answer(get(search + cursor)).body());
            page.at("/hits").forEach(hit -> keys.add(hit.at("/key").asText()));
            boolean isLast = page.at("/next").isMissingNode();
            assertThat(page.at("/hits")).hasSize(1);
            assertThat(page.at("/cut/0/stage").asText()).isEqualTo(isLast ? "" : "bytes");
            cursor = isLast ? null : "&cursor=" + page.at("/next").asText();
        }
        return keys;
    }

    private RawHttp.Response answer(byte[] request) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port(), HANG)) {
            return http.send(request).orElseThrow();
        }
    }

    @OnlyWithFaults
    @Test
    void fortyCallersOfEveryKindOfAnswerWithRows() throws Exception {
        requireAllAnswered(List.of(
                get("search?q=whale"),
                get("search?q=whale&versions=2"),
                get("search?filter=user:7&plan=table"),
                get("stream?q=whale"),
                batch(),
                get("rows/" + LargeRowsGateway.key(1) + "?keyFormat=text&versions=2")));
    }

    private static byte[] get(String what) {
        return ("GET " + WORDS + what + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII);
    }

    private static byte[] batch() {
        String body = "{\"keyFormat\": \"text\", \"keys\": [\"" + LargeRowsGateway.key(0) + "\", \""
                + LargeRowsGateway.key(1) + "\", \"" + LargeRowsGateway.key(2) + "\"]}";
        return ("POST " + WORDS + "rows:batchGet HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    private void requireAllAnswered(List<byte[]> requests) throws Exception {
        List<Future<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            byte[] request = requests.get(i % requests.size());
            answers.add(callers.submit(() -> isAnswered(request)));
        }
        int answered = 0;
        for (Future<Boolean> answer : answers) {
            answered += answer.get(HANG.toSeconds(), TimeUnit.SECONDS) ? 1 : 0;
        }
        System.out.printf("%d of %d were answered, the others are to try again%n", answered, CALLERS);
        assertThat(answered).isPositive();
        for (byte[] request : requests) {
            assertThat(isAnswered(request)).as(new String(request, US_ASCII)).isTrue();
        }
    }

    /** Requires a whole answer, or to be told when to try again. */
    private boolean isAnswered(byte[] request) throws IOException {
        RawHttp.Response response = answer(request);
        String body = response.body();
        if (response.status() == 503) {
            assertThat(response.headers()).containsKey("retry-after");
            return false;
        }
        assertThat(response.status())
                .as(body.substring(0, Math.min(500, body.length())))
                .isEqualTo(200);
        assertThat(body.length()).isGreaterThan(LargeRowsGateway.BYTES);
        assertThat(body.endsWith("}\n")).isTrue();
        return true;
    }
}
