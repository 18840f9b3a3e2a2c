/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands that ask a gateway send, and what they make of its answers. */
class QueryCommandsTest {
    private static final String COUNTED =
            """
            {"index": "mail", "plan": "search", "took_ms": 2, "total": {"value": 7, "relation": "eq"},
             "timed_out": false, "complete": true, "notes": []}
            """;

    private record Answer(int status, String body) {}

    private final Run run = new Run();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private HttpServer server;
    private String gateway;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            paths.add(exchange.getRequestURI().toString());
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Answer answer = answers.remove();
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders()
                    .add("Content-Type", answer.status() == 200 ? "application/json" : "application/problem+json");
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        gateway = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** @param more of the answer's members */
    private static Answer page(String key, String more) {
        return new Answer(
                200,
                """
                {"index": "mail", "plan": "search", "took_ms": 3, "total": {"value": 2, "relation": "eq"},
                 "hits": [{"key": "%s", "version": 1, "score": 1.5, "fields": {"subject": "s"},
                           "columns": {"d:subject": {"value": "s", "timestamp": 4}}}],
                 "partial": false, "cut": [], "notes": []%s}
                """
                        .formatted(key, more));
    }

    @Test
    void wordsThatMustNotBeThereAreNoOptions() {
        for (String command : List.of("search", "count", "explain")) {
            answers.add(page("k1", ""));
            int exitCode = run.hbaseSearch(command, "mail", "report", "-draft", "--gateway", gateway);
            assertThat(exitCode).as(command).isNotEqualTo(2);
        }
        assertThat(bodies).hasSize(3).allSatisfy(body -> assertThat(body).contains("\"report -draft\""));
    }

    @Test
    void severalIndexesAreSearchedAtOnceAndHitsNameTheirs() {
        answers.add(new Answer(200, page("k1", "").body().replace("{\"key\"", "{\"index\": \"notes\", \"key\"")));

        assertThat(run.hbaseSearch("search", "mail,notes", "x", "--gateway", gateway))
                .isZero();

        assertThat(paths).containsExactly("/v1/search");
        assertThat(bodies.get(0)).contains("\"index\":[\"mail\",\"notes\"]");
        assertThat(run.out()).contains("INDEX").contains("notes");
    }

    @Test
    void everythingThatASearchCanBeAskedForIsSent() {
        answers.add(page("k1", ""));

        assertThat(run.hbaseSearch(
                        "search",
                        "mail",
                        "x",
                        "--facet",
                        "sender",
                        "--facet",
                        "day",
                        "--columns",
                        "d:subject,e",
                        "--versions",
                        "3",
                        "--no-highlight",
                        "--snapshot",
                        "--timeout",
                        "2s",
                        "--verify",
                        "match",
                        "--plan",
                        "search",
                        "--gateway",
                        gateway))
                .isZero();
        assertThat(bodies.get(0))
                .contains("\"facets\":{\"sender\":{\"terms\":{\"field\":\"sender\"}},\"day\":{\"terms\"")
                .contains(
                        "\"columns\":[\"d:subject\",\"e\"]",
                        "\"versions\":3",
                        "\"highlight\":false",
                        "\"snapshot\":true")
                .contains("\"timeout\":\"2s\"", "\"verify\":\"match\"", "\"plan\":\"search\"");
    }

    @Test
    void facetsAreATableOfTheirOwnAndPartOfTheJson() {
        String facets = ", \"facets\": {\"sender\": {\"buckets\": [{\"key\": \"ann\", \"count\": 2}], \"others\": 0}},"
                + " \"as_of\": {\"time\": \"2026-01-02T03:04:05Z\", \"basis\": \"written\"}";
        answers.add(page("k1", facets));
        answers.add(page("k1", facets));

        assertThat(run.hbaseSearch("search", "mail", "x", "--facet", "sender", "--gateway", gateway))
                .isZero();
        assertThat(run.out()).contains("FACET").contains("sender").contains("ann");
        Run json = new Run();
        json.hbaseSearch(
                "search", "mail", "x", "--facet", "sender", "--columns", "d", "-o", "json", "--gateway", gateway);
        assertThat(json.out())
                .contains("\"facets\":{\"sender\":{\"buckets\":[{\"key\":\"ann\",\"count\":2}]")
                .contains("\"as_of\":{\"time\":\"2026-01-02T03:04:05Z\"")
                .contains("\"columns\":{\"d:subject\":");
    }

    @Test
    void versionsOfCellsArePartOfTheJson() {
        answers.add(new Answer(
                200,
                page("k1", "")
                        .body()
                        .replace(
                                "\"columns\":",
                                "\"versions\": {\"d:subject\": [{\"value\": \"s\", \"timestamp\": 4}, {\"value\": \"r\","
                                        + " \"timestamp\": 3}]}, \"columns\":")));

        run.hbaseSearch("search", "mail", "x", "--versions", "2", "-o", "json", "--gateway", gateway);

        assertThat(run.out())
                .contains("\"versions\":{\"d:subject\":[{\"value\":\"s\"")
                .contains("\"r\"");
    }

    @Test
    void theJsonTellsAllThatAnAnswerDidWithout() {
        String flags = page("k1", "")
                .body()
                .replace("\"cut\": []", "\"cut\": [{\"stage\": \"fetch\", \"reason\": \"time\", \"detail\": \"d\"}]")
                .replace("\"notes\": []", "\"notes\": [\"a note\"]")
                .replace("\"partial\": false", "\"partial\": true")
                .replace(
                        "\"took_ms\"",
                        "\"degraded\": [\"hbase\"], \"timed_out\": true, \"view_lost\": true, \"stale_dropped\": 4, \"took_ms\"");
        answers.add(new Answer(200, flags));

        assertThat(run.hbaseSearch("search", "mail", "x", "-o", "json", "--gateway", gateway))
                .isZero();

        assertThat(run.out())
                .contains("\"degraded\":[\"hbase\"]", "\"timed_out\":true", "\"view_lost\":true", "\"partial\":true")
                .contains("\"stale_dropped\":4", "\"notes\":[\"a note\"]")
                .contains("\"cut\":[{\"stage\":\"fetch\",\"reason\":\"time\",\"detail\":\"d\"}]");
    }

    @Test
    void aCountThatIsNoneOfAllSaysWhy() {
        answers.add(
                new Answer(
                        200,
                        COUNTED.replace(
                                "\"timed_out\": false",
                                "\"timed_out\": false, \"degraded\": [\"hbase\"],"
                                        + " \"cut\": [{\"stage\": \"scan\", \"reason\": \"rows\", \"detail\": \"100000 were looked at\"}]")));

        assertThat(run.hbaseSearch("count", "mail", "x", "-o", "json", "--gateway", gateway))
                .isZero();

        assertThat(run.out()).contains("\"degraded\":[\"hbase\"]", "\"reason\":\"rows\"");
        assertThat(run.err()).contains("100000 were looked at");
    }

    @Test
    void allRowsComeOneToALinePageAfterPageOfOneSnapshot() {
        answers.add(page("k1", ", \"next\": \"second\""));
        answers.add(page("k2", ""));

        assertThat(run.hbaseSearch("search", "mail", "x", "--all", "-o", "ndjson", "--gateway", gateway))
                .isZero();
        assertThat(run.out().lines().toList()).hasSize(2).satisfies(lines -> assertThat(lines.get(1))
                .contains("\"row\":\"k2\""));
        assertThat(bodies.get(0)).contains("\"snapshot\":true", "\"size\":200").doesNotContain("cursor");
        assertThat(bodies.get(1)).contains("\"cursor\":\"second\"");
    }

    @Test
    void whatMayBeMissingOfAllRowsIsSaidAndAFailureNamesWhereToGoOn() {
        answers.add(lost());
        assertThat(run.hbaseSearch("search", "mail", "x", "--all", "-o", "ndjson", "--gateway", gateway))
                .isEqualTo(3);
        assertThat(run.err()).contains("\"type\":\"warning\"", "may be missing");

        answers.add(page("k1", ", \"next\": \"second\""));
        answers.add(new Answer(503, "{\"status\": 503, \"code\": \"SERVER_UNREACHABLE\", \"detail\": \"gone\"}"));
        Run cut = new Run();
        assertThat(cut.hbaseSearch("search", "mail", "x", "--all", "-o", "ndjson", "--gateway", gateway))
                .isEqualTo(11);
        assertThat(cut.err()).contains("--cursor second");
        assertThat(new Run().hbaseSearch("search", "mail", "x", "--all", "--gateway", gateway))
                .isEqualTo(2);
    }

    private static Answer lost() {
        return page("k1", ", \"view_lost\": true");
    }

    @Test
    void rowsAreCounted() {
        answers.add(new Answer(200, COUNTED));
        assertThat(run.hbaseSearch("count", "mail", "x", "--filter", "a:b", "--gateway", gateway))
                .isZero();
        assertThat(paths).containsExactly("/v1/indexes/mail/count");
        assertThat(bodies.get(0)).isEqualTo("{\"q\":\"x\",\"filter\":[\"a:b\"]}");
        assertThat(run.out()).contains("mail").contains("7");

        answers.add(new Answer(200, COUNTED.replace("\"timed_out\": false", "\"timed_out\": true")));
        assertThat(new Run().hbaseSearch("count", "mail", "x", "--gateway", gateway))
                .isEqualTo(124);
    }

    private static final String ROW =
            """
            {"index": "mail", "table": "default:mail", "key": "YQA", "key_text": null,
             "columns": {"d:subject": {"value": "Hello", "timestamp": 4}, "d:raw": {"base64": "AP8=", "timestamp": 5}},
             "fields": {"user": "ann", "subject": "Hello"}}
            """;

    private static final String INDEX =
            """
            {"name": "mail", "table": "default:mail", "key_format": "binary", "complete": true, "epoch": 0, "partitions": 1,
             "fields": [{"name": "user", "type": "keyword"}, {"name": "subject", "type": "text", "column": "d:subject"}]}
            """;

    @Test
    void aRowIsShownWithItsFieldsCellsAndTimestamps() {
        answers.add(new Answer(200, ROW));
        answers.add(new Answer(200, INDEX));
        assertThat(run.hbaseSearch("get", "mail", "a\\x00", "-o", "csv", "--gateway", gateway))
                .isZero();
        assertThat(paths.get(0)).isEqualTo("/v1/indexes/mail/rows/YQA");
        assertThat(run.out())
                .isEqualTo("field,value,column,timestamp\nrow key,a\\x00,,\nuser,ann,,\n"
                        + "subject,Hello,d:subject,4\n\"\",\\x00\\xFF,d:raw,5\n");
    }

    @Test
    void aRowInJsonHasTheShapeOfTheGatewaysAnswer() {
        answers.add(new Answer(200, ROW));
        assertThat(run.hbaseSearch("get", "mail", "6100", "--key-format", "hex", "-o", "json", "--gateway", gateway))
                .isZero();
        assertThat(run.out())
                .isEqualTo("{\"index\":\"mail\",\"table\":\"default:mail\",\"key\":\"6100\",\"columns\":{\"d:subject\":"
                        + "{\"value\":\"Hello\",\"timestamp\":4},\"d:raw\":{\"base64\":\"AP8=\",\"timestamp\":5}},"
                        + "\"fields\":{\"user\":\"ann\",\"subject\":\"Hello\"}}\n");
    }

    @Test
    void aRowIsFoundByThePartsOfItsKey(@TempDir Path directory) throws IOException {
        Path indexes = Files.createDirectories(directory.resolve("indexes"));
        Files.writeString(
                indexes.resolve("mail.yaml"),
                """
                table: default:mail
                rowKey:
                  spec:
                    parts:
                      user: {type: ascii, width: 3}
                      number: {type: u32}
                fields:
                  subject: {column: "d:subject", type: text}
                """);
        Path config = directory.resolve("hbase-search.yaml");
        Files.writeString(
                config,
                """
                hbase: {zookeeper: "localhost:2181"}
                kafka: {bootstrapServers: "localhost:9092"}
                index: {backend: lucene, lucene: {directory: x}}
                definitions: indexes
                """);
        answers.add(new Answer(200, ROW));
        int exitCode = run.hbaseSearch(
                "--config",
                config.toString(),
                "get",
                "mail",
                "--part",
                "user=ann",
                "--part",
                "number=7",
                "-o",
                "json",
                "--gateway",
                gateway);
        assertThat(exitCode).as(run.err()).isZero();
        // ann, 0, 0, 0, 7.
        assertThat(paths).containsExactly("/v1/indexes/mail/rows/YW5uAAAABw");
        Run both = new Run();
        assertThat(both.hbaseSearch("get", "mail", "k", "--part", "user=ann")).isEqualTo(2);
    }

    @Test
    void aRowThatIsNotThereIsNotFound() {
        answers.add(new Answer(404, "{\"status\": 404, \"code\": \"NOT_FOUND\", \"detail\": \"no row\"}"));
        answers.add(new Answer(200, INDEX));
        assertThat(run.hbaseSearch("get", "mail", "k", "--gateway", gateway)).isEqualTo(1);
        assertThat(run.err()).contains("error[NOT_FOUND]: the table of index mail has no row k");
    }

    @Test
    void keysOfASearchAreShownInTheNotationThatIsAskedFor() {
        answers.add(page("6b31", ""));
        assertThat(run.hbaseSearch("search", "mail", "x", "--key-format", "hex", "--gateway", gateway))
                .isZero();
        assertThat(bodies.get(0)).contains("\"keyFormat\":\"hex\"");
        assertThat(run.out()).contains("6b31");
    }

    @Test
    void valuesAreSuggested() {
        answers.add(new Answer(
                200, "{\"field\": \"sender\", \"values\": [{\"value\": \"ann\", \"count\": 2}], \"exact\": true}"));

        assertThat(run.hbaseSearch("suggest", "mail", "sender", "a n", "--size", "3", "--gateway", gateway))
                .isZero();
        assertThat(paths).containsExactly("/v1/indexes/mail/suggest?field=sender&prefix=a%20n&size=3");
        assertThat(run.out()).contains("ann").contains("2");
    }

    @Test
    void aPlanIsExplained() {
        answers.add(new Answer(
                200, "{\"plan\": \"table\", \"path\": \"get\", \"keys\": [\"k1\"], \"reason\": \"because\"}"));

        assertThat(run.hbaseSearch("explain", "mail", "x", "--plan", "table", "-o", "json", "--gateway", gateway))
                .isZero();
        assertThat(paths).containsExactly("/v1/indexes/mail/explain");
        assertThat(run.out()).contains("{\"what\":\"keys\",\"value\":[\"k1\"]}", "because");
    }

    @Test
    void aKeyThatDoesNotOpenTheIndexIsAccessDenied() {
        answers.add(new Answer(403, "{\"status\": 403, \"code\": \"ACCESS_DENIED\", \"detail\": \"no\"}"));

        assertThat(run.hbaseSearch("count", "mail", "x", "--gateway", gateway)).isEqualTo(12);
    }
}
