/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the hints of the query commands, and their messages about arguments that they do not take. */
class SearchHintsTest {
    private static final String NOTHING = answer(0, "", "");

    private final Run run = new Run();
    private HttpServer server;
    private String gateway;
    private String body = NOTHING;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        gateway = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String answer(long total, String hits, String more) {
        return """
                {"index": "mail", "plan": "search", "took_ms": 3, "total": {"value": %d, "relation": "eq"},
                 "hits": [%s], "partial": false, "cut": [], "notes": []%s}
                """
                .formatted(total, hits, more);
    }

    private int search(String... arguments) {
        List<String> all = new java.util.ArrayList<>(List.of("search", "mail"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--gateway", gateway));
        return run.hbaseSearch(all.toArray(String[]::new));
    }

    @Test
    void severalWordsWithoutRowsMayBePutWithOr() {
        search("invoice 账单");
        assertThat(run.err()).contains("put OR between them");
    }

    @Test
    void oneWordHasNothingToPutOrBetween() {
        search("invoice");
        assertThat(run.err()).contains("0 of 0").doesNotContain("OR").contains("--fuzziness auto");
    }

    @Test
    void aCorrectionIsTheOnlyNextStep() {
        body = answer(0, "", ", \"did_you_mean\": \"invoice draft\"");
        search("invioce", "draft");
        assertThat(run.err()).contains("Did you mean: invoice draft").doesNotContain("put OR");
    }

    @Test
    void rowsThatWereNotAskedForAreNotMissing() {
        body = answer(3, "", "");
        search("invoice", "draft", "--size", "0");
        assertThat(run.err()).contains("0 of 3").doesNotContain("put OR");
    }

    @Test
    void anEmptyQueryIsAUsageErrorUnlessAFilterSelectsRows() {
        assertThat(search("")).isEqualTo(2);
        assertThat(run.err()).contains("the query is empty", "'*'");
        assertThat(search("", "--filter", "size>3")).isZero();
    }

    @Test
    void aCommandForOneIndexSaysSo() {
        for (List<String> command : List.of(
                List.of("count", "mail,wordnet", "x"),
                List.of("explain", "mail,wordnet", "x"),
                List.of("suggest", "mail,wordnet", "sender"))) {
            Run each = new Run();
            List<String> arguments = new java.util.ArrayList<>(command);
            arguments.addAll(List.of("--gateway", gateway));
            assertThat(each.hbaseSearch(arguments.toArray(String[]::new)))
                    .as(command.get(0))
                    .isEqualTo(2);
            assertThat(each.err())
                    .contains("'" + command.get(0) + "' takes one index, and 'mail,wordnet' names several");
        }
    }

    @Test
    void membersAreSpelledAsInTheApi() {
        body = answer(
                0,
                "",
                ", \"as_of\": {\"time\": \"2026-01-02T03:04:05Z\", \"basis\": \"written\", \"looked_at\": \"t\"}");
        search("invoice", "-o", "json");
        assertThat(run.out()).contains("\"looked_at\":\"t\"").doesNotContain("lookedAt");
    }

    @Test
    void distancesAreAColumn() {
        body = answer(
                1,
                "{\"key\": \"k1\", \"version\": 1, \"score\": 0, \"distance\": 1234.5, \"fields\": {}, \"columns\": {}}",
                "");
        search("x", "--sort", "location:31.2,121.5");
        assertThat(run.out()).contains("DISTANCE").contains("1234.5");
    }

    @Test
    void anUnknownCommandIsCalledSo() {
        assertThat(run.hbaseSearch("serch", "mail", "x")).isEqualTo(2);
        assertThat(run.err()).contains("unknown command 'serch'", "Did you mean search");
    }
}
