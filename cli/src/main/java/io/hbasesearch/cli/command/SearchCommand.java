/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.client.SearchResponse;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.config.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "search",
        description = "Search an index through the gateway and show the rows.",
        footer = {"", "For example: hbase-search search mail 'subject:invoice -draft'"})
public final class SearchCommand extends BaseCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "WORDS",
            description = "The query: words, \"phrases\", field:word, + - AND OR NOT, prefix*, groups.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--size", paramLabel = "N", description = "Hits wanted (default: 10).")
    private @Nullable Integer size;

    @Option(names = "--filter", paramLabel = "QUERY", description = "Must match too, without a say in the order.")
    private List<String> filters = new ArrayList<>();

    @Option(
            names = "--sort",
            paramLabel = "FIELD[:desc]",
            description =
                    "The order of the hits; repeatable. _score is the best match first, _key the row key (default: _score).")
    private List<String> sort = new ArrayList<>();

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            description = "How hits are checked against their rows: none, exists, version or match (default: exists).")
    private @Nullable String verify;

    @Option(
            names = "--plan",
            paramLabel = "WHO",
            description = "Who answers: auto, table (by row keys) or search (default: auto).")
    private @Nullable String plan;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Where to go on: next or previous of an answer with '-o json'.")
    private @Nullable String cursor;

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "The gateway (default: as the configuration has it). A key: HBASE_SEARCH_API_KEY.")
    private @Nullable URI gateway;

    public SearchCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        requireNoOptions();
        SearchResponse response = client().search(index, options());
        console().result(result(response));
        console().info(summary(response));
        response.notes().forEach(console()::info);
        console()
                .hint(
                        response.hits().isEmpty()
                                ? "All words must match: put OR between them, or end one with * for a prefix."
                                : "Add '-o json' for whole rows, '--size N' for more.");
        return ExitCode.DONE;
    }

    private SearchOptions options() {
        SearchOptions options =
                SearchOptions.of(String.join(" ", words)).withFilters(filters).withKeyFormat("text");
        options = sort.isEmpty() ? options : options.withSort(sort);
        options = size == null ? options : options.withSize(size);
        options = verify == null ? options : options.withVerify(verify);
        options = plan == null ? options : options.withPlan(plan);
        return cursor == null ? options : options.withCursor(cursor);
    }

    /** A word with two hyphens is a mistyped option rather than something to search for. */
    private void requireNoOptions() {
        Stream.concat(Stream.of(index), words.stream())
                .filter(word -> word.startsWith("--") || (word.equals(index) && word.startsWith("-")))
                .findFirst()
                .ifPresent(word -> {
                    throw new ParameterException(spec().commandLine(), "Unknown option: '" + word + "'");
                });
    }

    private GatewayClient client() {
        Optional<String> key = Optional.ofNullable(session().environment().get("HBASE_SEARCH_API_KEY"));
        if (gateway != null) {
            return new GatewayClient(gateway, key, TIMEOUT);
        }
        GatewayConfig config = session().config().gateway();
        URI address = URI.create(
                "http://" + (config.host().equals("0.0.0.0") ? "127.0.0.1" : config.host()) + ":" + config.port());
        return new GatewayClient(
                address, key.or(() -> config.apiKeys().stream().findFirst().map(Secret::value)), TIMEOUT);
    }

    private Result result(SearchResponse response) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("index", response.index());
        summary.put("total", response.total().value());
        summary.put("total_is_exact", response.total().isExact());
        summary.put("took_ms", response.tookMs());
        summary.put("partial", response.partial());
        summary.put("plan", response.plan());
        if (response.next() != null) {
            summary.put("next", response.next());
        }
        if (response.previous() != null) {
            summary.put("previous", response.previous());
        }
        return new Result(
                "hits",
                summary,
                List.of("row", "score", "match"),
                response.hits().stream().map(this::row).toList());
    }

    private Map<String, @Nullable Object> row(SearchResponse.Hit hit) {
        return Result.row(
                "row", hit.shownKey(),
                "score", Math.round(hit.score() * 1000) / 1000.0,
                "version", hit.version(),
                "match", marked(hit),
                "fields", hit.fields(),
                "highlights", hit.highlights());
    }

    /** The fragments that match, in bold on a terminal; where nothing is marked, the first text of the row. */
    private String marked(SearchResponse.Hit hit) {
        String fragments = hit.highlights().entrySet().stream()
                .map(field -> field.getKey() + ": " + String.join(" … ", field.getValue()))
                .collect(Collectors.joining("; "));
        return fragments.isEmpty()
                ? hit.fields().entrySet().stream()
                        .map(field -> field.getKey() + ": " + field.getValue())
                        .collect(Collectors.joining("; "))
                : unescape(fragments);
    }

    /** Fragments are written for HTML. */
    private String unescape(String html) {
        boolean colours = console().terminal().colours() && session().format() == OutputFormat.TABLE;
        return html.replace("<em>", colours ? "\u001b[1m" : "")
                .replace("</em>", colours ? "\u001b[0m" : "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    private static String summary(SearchResponse response) {
        return response.hits().size() + " of " + (response.total().isExact() ? "" : "at least ")
                + response.total().value() + " in " + response.tookMs() + " ms"
                + (response.partial() ? ", cut short by the deadline" : "");
    }
}
