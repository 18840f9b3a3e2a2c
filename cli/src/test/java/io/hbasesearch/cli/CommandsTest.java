/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands against a gateway that answers from here, and against nothing at all. */
class CommandsTest {
    private static final String ANSWER =
            """
            {"index": "mail", "took_ms": 3, "total": {"value": 7, "relation": "eq"}, "stale_dropped": 0,
             "timed_out": false, "partial": false, "cut": [], "complete": true, "notes": [],
             "hits": [{"key": "k1", "key_text": "k1", "version": 5, "score": 1.5, "columns": {},
                       "fields": {"subject": "a <b> 预算\\u001b[31m"},
                       "highlights": {"subject": ["a &lt;b&gt; <em>预算</em>\\u001b[31m"]}}]}
            """;

    @TempDir
    Path temp;

    private final Run run = new Run();
    private final AtomicReference<String> sent = new AtomicReference<>();
    private HttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void aSearchShowsRowsWithWhatMatchedAndNoControlCharacterOfTheirs() throws IOException {
        assertThat(run.hbaseSearch("search", "mail", "预算", "审批", "--gateway", gateway(200, ANSWER)))
                .isZero();
        assertThat(run.out())
                .isEqualTo(
                        """
                ROW  SCORE  MATCH
                k1   1.5    subject: a <b> 预算[31m
                """);
        assertThat(run.err()).contains("1 of 7 in 3 ms").contains("Hint: ");
    }

    @Test
    void aSearchInJsonHasWholeRowsAndNothingOnStderr() throws IOException {
        assertThat(run.hbaseSearch("search", "mail", "x", "-o", "json", "--gateway", gateway(200, ANSWER)))
                .isZero();
        assertThat(run.out())
                .startsWith("{\"index\":\"mail\",\"total\":{\"value\":7,\"relation\":\"eq\"},")
                .contains("\"fields\":{\"subject\":");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theOrderThatIsWantedIsSent() throws IOException {
        String gateway = gateway(200, ANSWER);

        assertThat(run.hbaseSearch(
                        "search", "mail", "x", "--sort", "date:desc", "--sort", "_key", "--gateway", gateway))
                .isZero();
        assertThat(sent.get()).contains("\"sort\":[\"date:desc\",\"_key\"]");
    }

    @Test
    void theGatewaysOwnCodesBecomeExitCodes() throws IOException {
        String problem = "{\"status\": 400, \"code\": \"QUERY_INVALID\", \"detail\": \"no\", \"hint\": \"do\"}";

        assertThat(run.hbaseSearch("search", "mail", "(", "--gateway", gateway(400, problem)))
                .isEqualTo(2);
        assertThat(run.err()).startsWith("error[QUERY_INVALID]: no").contains("Hint: do");
    }

    @Test
    void aGatewayThatIsNotThereIsUnreachable() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        assertThat(run.hbaseSearch("search", "mail", "x", "--gateway", "http://127.0.0.1:" + port, "-o", "json"))
                .isEqualTo(11);
        assertThat(run.err()).contains("{\"type\":\"exit_error\",\"code\":11,\"name\":\"SERVER_UNREACHABLE\"");
    }

    @Test
    void everyProblemOfTheConfigurationIsNamedWithItsPlace() throws IOException {
        Path file = temp.resolve("hbase-search.yaml");
        Files.writeString(file, "hbase:\n  zookeper: here\nkafka:\n  bootstrapServers: 3.5\ngateway:\n  port: many\n");

        assertThat(run.hbaseSearch("index", "list", "--config", file.toString()))
                .isEqualTo(10);
        assertThat(run.err())
                .startsWith("error[CONFIGURATION_INVALID]")
                .contains(file + ":2:", "zookeeper", file + ":6:");
    }

    @Test
    void aMissingConfigurationIsNamed() {
        assertThat(run.hbaseSearch(
                        "serve", "--config", temp.resolve("none.yaml").toString()))
                .isEqualTo(10);
        assertThat(run.err()).contains("none.yaml").contains("--config");
    }

    @Test
    void peerAddNeedsTables() {
        assertThat(run.hbaseSearch("peer", "add", "--config", configuration())).isEqualTo(2);
        assertThat(run.err()).contains("--table").contains("--all-tables");
    }

    @Test
    void anIndexWithoutDefinitionIsNamedWithThoseThatThereAre() {
        assertThat(run.hbaseSearch("verify", "nope", "--config", configuration()))
                .isEqualTo(1);
        assertThat(run.err()).contains("'nope'").contains("There are: mail, wordnet");
    }

    @Test
    void whatReindexCannotDoIsSaidBeforeItBegins() {
        assertThat(run.hbaseSearch("reindex", "--config", configuration())).isEqualTo(2);
        assertThat(run.err()).contains("name an index", "status", "cancel");
        assertThat(run.hbaseSearch("reindex", "mail", "--rebuild", "--from", "a", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("whole index");
        assertThat(run.hbaseSearch("reindex", "mail", "--keep-old", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--keep-old is for --rebuild");
        assertThat(run.hbaseSearch("reindex", "mail", "--verify", "half", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("'half' is not one of full, sample, none");
        assertThat(run.hbaseSearch("reindex", "mail", "--dry-run", "--sample", "0", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--sample");
        assertThat(run.hbaseSearch("reindex", "mail", "--sample", "5", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--sample is for --dry-run");
        assertThat(run.hbaseSearch(
                        "reindex", "mail", "--rebuild", "--keep-old", "--dry-run", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--keep-old cannot be combined with --dry-run");
        assertThat(run.hbaseSearch("reindex", "pause", "nope", "--config", configuration()))
                .isEqualTo(1);
        assertThat(run.err()).contains("'nope'").contains("There are: mail, wordnet");
    }

    @Test
    void anEmbeddedIndexIsNoWorkForAMapReduceJob() {
        assertThat(run.hbaseSearch(
                        "reindex", "mail", "--engine", "mapreduce", "--print-command", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("embedded index", "Omit --engine mapreduce");
    }

    @Test
    void whatVerifyCannotCompareIsSaidBeforeItBegins() {
        assertThat(run.hbaseSearch("verify", "mail", "--dry-run", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--repair");
        assertThat(run.hbaseSearch("verify", "mail", "--sample", "120", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("percentage");
        assertThat(run.hbaseSearch("verify", "mail", "--key-format", "octal", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("hbase, text, hex, base64");
        assertThat(run.hbaseSearch(
                        "verify", "mail", "--key-format", "hex", "--from", "xy", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("--from");
        assertThat(run.hbaseSearch("verify", "mail", "--from", "b", "--to", "a", "--config", configuration()))
                .isEqualTo(2);
        assertThat(run.err()).contains("the range is empty");
    }

    @Test
    void cleaningADirectoryWithoutQuickstartRemovesNothing() throws IOException {
        Path own = Files.writeString(temp.resolve("mine.txt"), "mine");

        assertThat(run.hbaseSearch("quickstart", "clean", "--data", temp.toString(), "--yes"))
                .isZero();
        assertThat(own).exists();
        assertThat(run.err()).contains("nothing to remove");
    }

    @Test
    void cleaningAsksAndNeedsYesWhereNobodyAnswers() throws IOException {
        Path left = Files.createDirectories(temp.resolve("index").resolve("mail"));
        Path own = Files.writeString(temp.resolve("mine.txt"), "mine");

        assertThat(new Run().hbaseSearch("quickstart", "clean", "--data", temp.toString(), "--yes"))
                .as("no quickstart left that")
                .isEqualTo(10);
        assertThat(left).exists();
        Files.writeString(temp.resolve("state.properties"), "index=lucene");
        assertThat(run.hbaseSearch("quickstart", "clean", "--data", temp.toString()))
                .isEqualTo(2);
        assertThat(left).exists();
        assertThat(new Run().hbaseSearch("quickstart", "clean", "--data", temp.toString(), "--yes"))
                .isZero();
        assertThat(left).doesNotExist();
        assertThat(own).exists();
    }

    private static String configuration() {
        return Path.of(System.getProperty("user.dir"))
                .resolveSibling(Path.of("config", "hbase-search.yaml"))
                .toString();
    }

    private String gateway(int status, String answer) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/indexes/mail/search", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            sent.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }
}
