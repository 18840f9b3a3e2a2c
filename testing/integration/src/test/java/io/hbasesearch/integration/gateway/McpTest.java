/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.testing.MemoryTable;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SDK's own client talks to the process of {@code hbase-search mcp}, which asks a gateway over an embedded index. */
class McpTest {
    private static final String KEY = "key-of-the-agent-0123456789";
    private static final int MOST = 40_000;
    private static final int LETTERS = 60;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private static Path directory;

    private static final MemoryTable TABLE = new MemoryTable();
    private static final ConcurrentLinkedQueue<String> LOG = new ConcurrentLinkedQueue<>();
    private static LuceneBackend backend;
    private static GatewayStand stand;
    private static McpSyncClient client;

    @BeforeAll
    static void start() throws Exception {
        backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofMillis(100), 16 << 20));
        stand = new GatewayStand(
                backend,
                DefinitionText.read(
                        "letters",
                        """
                        table: letters
                        rowKey: {format: binary}
                        fields:
                          subject: {column: 'd:subject', type: text, analyzer: cjk}
                          body: {column: 'd:body', type: text, analyzer: cjk}
                          from: {column: 'd:from', type: keyword}
                        """),
                TABLE,
                GatewayCapabilities.none(),
                List.of(new ApiKey(new Secret(KEY), List.of(), false)));
        stand.index(fill());
        client = connect(KEY, stand.address().toString());
    }

    /** Puts letters of 900 characters that all match, a letter of 100,000, and a key that is not text. */
    private static List<RowKey> fill() {
        List<RowKey> keys = new ArrayList<>();
        for (int i = 0; i < LETTERS; i++) {
            keys.add(RowKey.utf8(String.format("letter-%02d", i)));
            TABLE.put(keys.get(i), Map.of("subject", "invoice " + i, "body", "x".repeat(900), "from", "ann"));
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < 100_000; i++) {
            text.append("line ").append(i).append(" 备份😀 \"quoted\"\n");
        }
        keys.add(RowKey.utf8("long"));
        TABLE.put(keys.get(LETTERS), Map.of("subject", "the long one", "body", text.toString(), "from", "bob"));
        keys.add(RowKey.wrap(new byte[] {0, 'k', (byte) 0xff}));
        TABLE.put(keys.get(LETTERS + 1), ColumnName.of("d", "subject"), ByteArray.utf8("关系数据库 secretvalue"));
        return keys;
    }

    @AfterAll
    static void stop() {
        client.closeGracefully();
        stand.close();
        backend.close();
        assertThat(LOG).as("stderr of the command").isEmpty();
    }

    private static List<String> command(String gateway, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.hbasesearch.cli.Main",
                "mcp",
                "--gateway",
                gateway));
        command.addAll(List.of(options));
        return command;
    }

    private static McpSyncClient connect(String key, String gateway) {
        List<String> command = command(gateway);
        McpJsonMapper json = new JacksonMcpJsonMapper(new JsonMapper());
        StdioClientTransport transport = new StdioClientTransport(
                ServerParameters.builder(command.get(0))
                        .args(command.subList(1, command.size()))
                        .env(new HashMap<>(Map.of("HBASE_SEARCH_API_KEY", key)))
                        .build(),
                json);
        transport.setStdErrorHandler(LOG::add);
        McpSyncClient connected = McpClient.sync(transport)
                .requestTimeout(LIMIT)
                .initializationTimeout(LIMIT)
                .jsonSchemaValidator((schema, content) -> ValidationResponse.asValid(null))
                .build();
        connected.initialize();
        return connected;
    }

    private static McpSchema.CallToolResult result(McpSyncClient asked, String tool, Map<String, Object> arguments) {
        return asked.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private static String text(McpSchema.CallToolResult result) {
        String text = ((McpSchema.TextContent) result.content().get(0)).text();
        assertThat(text.length()).isLessThanOrEqualTo(MOST);
        return text;
    }

    private static JsonNode answer(String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = result(client, tool, arguments);
        assertThat(result.isError()).as(text(result)).isFalse();
        return GatewayStand.json(text(result));
    }

    private static String failure(McpSyncClient asked, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = result(asked, tool, arguments);
        assertThat(result.isError()).as(text(result)).isTrue();
        return text(result);
    }

    @Test
    void anAgentFindsARowAndReadsIt() {
        JsonNode indexes = answer("list_indexes", Map.of());
        assertThat(indexes.at("/indexes").findValuesAsText("name")).contains("letters", "subject", "from");
        assertThat(answer("list_indexes", Map.of("index", "letters"))
                        .at("/documents")
                        .asInt())
                .isEqualTo(LETTERS + 2);
        JsonNode found = answer("search", Map.of("index", "letters", "query", "数据库"));
        assertThat(found.at("/total/value").asInt()).isEqualTo(1);
        assertThat(found.at("/hits/0/key").asText()).isEqualTo("\\x00k\\xFF");
        JsonNode row = answer(
                "get_row",
                Map.of("index", "letters", "key", found.at("/hits/0/key").asText()));
        assertThat(row.at("/fields/subject").asText()).isEqualTo("关系数据库 secretvalue");
        assertThat(row.at("/key")).isEqualTo(found.at("/hits/0/key"));
        assertThat(answer("count", Map.of("index", "letters", "query", "invoice", "filter", "from:ann"))
                        .at("/total/value")
                        .asInt())
                .isEqualTo(LETTERS);
        assertThat(text(result(client, "how_to_ask", Map.of()))).contains("| `sent>=2026-03-04` |");
    }

    @Test
    void everyArgumentOfASearchReachesTheGateway() {
        JsonNode found = answer(
                "search",
                Map.of(
                        "index",
                        "letters",
                        "query",
                        "invoise",
                        "fuzziness",
                        "auto",
                        "zone",
                        "Asia/Shanghai",
                        "filter",
                        List.of("from:ann"),
                        "sort",
                        List.of("_key:desc"),
                        "size",
                        2,
                        "facets",
                        List.of("from"),
                        "columns",
                        List.of("d:subject")));
        assertThat(found.at("/hits").findValuesAsText("key")).containsExactly("letter-59", "letter-58");
        assertThat(found.at("/hits/0/columns/d:subject/value").asText()).isEqualTo("invoice 59");
        assertThat(found.at("/hits/0/columns").size()).isEqualTo(1);
        assertThat(found.at("/facets/from/buckets/0/count").asInt()).isEqualTo(LETTERS);
        assertThat(failure(client, "search", Map.of("index", "letters", "zone", "Mars/Olympus")))
                .startsWith("error[USAGE]: 'zone'")
                .contains("\nHint: ");
    }

    @Test
    void hitsThatDoNotFitIntoOneResultComeBehindItsCursor() {
        Map<String, Object> arguments = new HashMap<>(Map.of("index", "letters", "query", "invoice", "size", 100));
        List<String> keys = new ArrayList<>();
        int pages = 0;
        for (JsonNode page; ; arguments.put("cursor", page.get("next").asText())) {
            page = answer("search", arguments);
            page.get("hits").forEach(hit -> keys.add(hit.get("key").asText()));
            assertThat(page.at("/hits/0/fields/body").asText()).hasSize(900);
            if (++pages == 1) {
                assertThat(page.get("notes").toString()).contains("of " + LETTERS, "cursor");
            }
            if (!page.has("next")) {
                break;
            }
        }
        assertThat(pages).isEqualTo(2);
        assertThat(keys).hasSize(LETTERS).doesNotHaveDuplicates();
    }

    @Test
    void aLongValueIsShortenedAndItsRestIsReadByOffsets() {
        JsonNode hit =
                answer("search", Map.of("index", "letters", "query", "long")).at("/hits/0");
        assertThat(hit.at("/fields/body").asText()).hasSizeBetween(1_000, 1_100).endsWith("more characters]");
        assertThat(hit.at("/highlights/subject/0").asText()).contains("<em>long</em>");
        assertThat(answer("get_row", Map.of("index", "letters", "key", "long"))
                        .at("/fields/body")
                        .asText())
                .hasSizeGreaterThan(4_000)
                .endsWith("more characters]");
        StringBuilder whole = new StringBuilder();
        int characters = 0;
        for (JsonNode cell; ; ) {
            cell = answer(
                            "get_row",
                            Map.of(
                                    "index",
                                    "letters",
                                    "key",
                                    "long",
                                    "columns",
                                    List.of("d:body"),
                                    "offset",
                                    whole.length()))
                    .at("/columns/d:body");
            whole.append(cell.get("value").asText());
            if (!cell.has("next_offset")) {
                break;
            }
            characters = cell.get("characters").asInt();
            assertThat(cell.get("next_offset").asInt()).isEqualTo(whole.length());
        }
        assertThat(whole).hasSize(characters).endsWith("\"quoted\"\n").contains("line 4000 备份😀");
    }

    @Test
    void theGatewaysProblemsReachTheAgentWithTheirHints() {
        assertThat(failure(client, "search", Map.of("index", "leters", "query", "x")))
                .startsWith("error[NOT_FOUND]: ")
                .contains("leters", "\nHint: ");
        assertThat(failure(client, "search", Map.of("index", "letters,leters", "query", "x")))
                .startsWith("error[NOT_FOUND]: ")
                .contains("'leters'");
        assertThat(failure(client, "get_row", Map.of("index", "letters", "key", "none")))
                .startsWith("error[NOT_FOUND]: ")
                .contains("\nHint: ");
        assertThat(failure(client, "search", Map.of("index", "letters", "query", "(x")))
                .startsWith("error[QUERY_INVALID]: ")
                .contains("\nHint: ");
        assertThat(failure(client, "get_row", Map.of("index", "letters", "key", "long", "columns", "d:nope")))
                .contains("d:subject");
        assertThat(failure(client, "get_row", Map.of("index", "letters", "key", "long", "offset", 5)))
                .contains("'columns'");
        assertThat(failure(client, "search", Map.of("index", "letters", "cursor", "rubbish")))
                .contains("cursor");
    }

    @Test
    void aWrongKeyAndAGatewayThatIsDownAreSaid() {
        McpSyncClient stranger = connect("wrong-key-0123456789", stand.address().toString());
        try {
            assertThat(failure(stranger, "search", Map.of("index", "letters", "query", "x")))
                    .startsWith("error[ACCESS_DENIED]: ")
                    .contains("\nHint: ")
                    .doesNotContain("wrong-key");
        } finally {
            stranger.closeGracefully();
        }
        McpSyncClient early = connect(KEY, "http://127.0.0.1:1");
        try {
            assertThat(failure(early, "list_indexes", Map.of()))
                    .startsWith("error[SERVER_UNREACHABLE]: ")
                    .contains("\nHint: ");
        } finally {
            early.closeGracefully();
        }
    }

    @Test
    void theProcessEndsWithItsInputAndItsLogHasNoValues() throws IOException, InterruptedException {
        String call =
                """
                {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":\
                {"index":"letters","query":"数据库"}}}
                """;
        ProcessBuilder builder = new ProcessBuilder(command(stand.address().toString(), "--debug"));
        builder.environment().put("HBASE_SEARCH_API_KEY", KEY);
        Process process = builder.start();
        try {
            process.getOutputStream()
                    .write(
                            ("""
                            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05",\
                            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
                            {"jsonrpc":"2.0","method":"notifications/initialized"}
                            """
                                            + call)
                                    .getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(out.lines()).hasSize(2);
            assertThat(out).contains("\"protocolVersion\":\"2024-11-05\"", "secretvalue");
            assertThat(err).doesNotContain("secretvalue", "数据库", KEY);
        } finally {
            process.destroyForcibly();
        }
    }
}
