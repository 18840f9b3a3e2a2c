/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.cli.session.Session;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The mcp command's messages, without a gateway. */
class McpCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"test","version":"1"}}}""";
    private static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs the command with these lines as its whole input; asserts that it ends well. */
    private List<JsonNode> answers(String... lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] in = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        Session session = new Session(
                new ByteArrayInputStream(in),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of());
        PrintStream stdout = System.out;
        assertThat(Main.run(session, "mcp", "--gateway", "http://127.0.0.1:1")).isZero();
        assertThat(System.out).isSameAs(stdout);
        List<JsonNode> answers = new ArrayList<>();
        for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
            answers.add(JSON.readTree(line));
        }
        return answers;
    }

    private static String call(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    /** Returns the text of a call that failed. */
    private String failure(String tool, String arguments) throws IOException {
        JsonNode answer =
                answers(INITIALIZE, INITIALIZED, call(1, tool, arguments)).get(1);
        assertThat(answer.at("/result/isError").asBoolean())
                .as(answer.toString())
                .isTrue();
        return answer.at("/result/content/0/text").asText();
    }

    @Test
    void itEndsWhenItsInputEnds() throws IOException {
        assertThat(answers()).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void everythingReadIsAnsweredBeforeItEnds() throws IOException {
        List<String> lines = new ArrayList<>(List.of(INITIALIZE, INITIALIZED));
        for (int i = 0; i < 50; i++) {
            lines.add(call(i, "search", "{\"index\":\"mail\",\"query\":\"x\"}"));
        }
        assertThat(answers(lines.toArray(String[]::new))).hasSize(51);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aLineThatIsNoMessageIsAnsweredAndTheNextOneToo() throws IOException {
        List<JsonNode> answers = answers(
                "rubbish",
                "[]",
                "{\"id\":3}",
                "",
                "x".repeat(1_100_000),
                INITIALIZE,
                INITIALIZED,
                call(7, "how_to_ask", "{}"));
        assertThat(answers.stream().map(each -> each.at("/error/code").asInt()))
                .containsExactly(-32700, -32700, -32600, -32700, 0, 0);
        assertThat(answers.subList(0, 4)).allMatch(each -> each.get("id").isNull());
        assertThat(answers.get(5).at("/result/content/0/text").asText()).contains("`sales report`", "list_indexes");
    }

    @Test
    void aCallBeforeTheSessionBeginsIsRefused() throws IOException {
        JsonNode answer = answers(call(1, "how_to_ask", "{}")).get(0);
        assertThat(answer.get("id").asInt()).isEqualTo(1);
        assertThat(answer.at("/error/message").asText()).contains("initialize").contains("tools/call");
    }

    @Test
    void anUnknownToolIsNamedWithThoseThatThereAre() throws IOException {
        JsonNode answer =
                answers(INITIALIZE, INITIALIZED, call(1, "delete", "{}")).get(1);
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(answer.at("/error/message").asText()).contains("search, count, get_row, list_indexes, how_to_ask");
        answer = answers(INITIALIZE, INITIALIZED, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}")
                .get(1);
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void everyToolAndArgumentIsDescribedAndNoneWrites() throws IOException {
        JsonNode tools = answers(INITIALIZE, INITIALIZED, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                .get(1)
                .at("/result/tools");
        assertThat(tools.findValuesAsText("name")).contains("search", "count", "get_row", "list_indexes", "how_to_ask");
        for (JsonNode tool : tools) {
            assertThat(tool.get("description").asText()).isNotBlank();
            assertThat(tool.at("/annotations/readOnlyHint").asBoolean()).isTrue();
            assertThat(tool.at("/inputSchema/additionalProperties").asBoolean(true))
                    .isFalse();
            tool.at("/inputSchema/properties")
                    .forEach(argument ->
                            assertThat(argument.get("description").asText()).isNotBlank());
        }
    }

    @Test
    void wrongArgumentsAreNamed() throws IOException {
        assertThat(failure("search", "{\"query\":\"x\"}"))
                .startsWith("error[USAGE]: the argument 'index' is missing\nHint: ")
                .contains("index (required)");
        assertThat(failure("search", "{\"index\":\"mail\",\"qeury\":\"x\"}")).contains("'qeury'", "'query'?");
        assertThat(failure("search", "{\"index\":7}")).contains("'index' is not a string");
        assertThat(failure("search", "{\"index\":\"mail\",\"size\":\"ten\"}")).contains("'size'", "whole number");
        assertThat(failure("search", "{\"index\":\"mail\",\"size\":1.5}")).contains("'size'", "whole number");
        assertThat(failure("search", "{\"index\":\"mail\",\"size\":101}")).contains("'size'", "more than 100");
        assertThat(failure("search", "{\"index\":\"mail\",\"filter\":[1]}")).contains("'filter'", "list of strings");
        assertThat(failure("get_row", "{\"index\":\"mail\",\"key\":\"a\",\"key_format\":\"octal\"}"))
                .contains("'octal'", "base64url");
        assertThat(failure("get_row", "{\"index\":\"mail\",\"key\":\"zz\",\"key_format\":\"hex\"}"))
                .contains("'key'", "hex");
        assertThat(failure("how_to_ask", "{\"index\":\"mail\"}")).contains("no arguments");
    }

    @Test
    void aGatewayThatIsDownIsSaid() throws IOException {
        assertThat(failure("count", "{\"index\":\"mail\",\"query\":null}"))
                .startsWith("error[SERVER_UNREACHABLE]: no gateway answers at http://127.0.0.1:1/\nHint: ");
    }

    @Test
    void theReadmesConfigurationStartsIt() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        Matcher block = Pattern.compile("```json\n(.*?mcpServers.*?)```", Pattern.DOTALL)
                .matcher(readme);
        assertThat(block.find()).isTrue();
        JsonNode server = JSON.readTree(block.group(1)).at("/mcpServers/hbase-search");
        List<String> arguments = new ArrayList<>();
        server.get("args").forEach(argument -> arguments.add(argument.asText()));

        assertThat(server.at("/command").asText()).endsWith("/hbase-search");
        assertThat(server.get("env").fieldNames()).toIterable().containsExactly("HBASE_SEARCH_API_KEY");
        assertThat(new Run().hbaseSearch(arguments.toArray(String[]::new))).isZero();
    }

    @Test
    void aMissingConfigurationEndsItBeforeItReads() {
        Run run = new Run();
        assertThat(run.hbaseSearch("mcp", "--config", "none.yaml")).isEqualTo(10);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("none.yaml");
    }
}
