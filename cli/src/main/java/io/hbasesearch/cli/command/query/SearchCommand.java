/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.GatewayException;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.client.SearchResponse;
import io.hbasesearch.core.error.ExitCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
        name = "search",
        description = "Search an index, or several (mail,notes), through the gateway and show the rows.",
        footer = {"", "For example: hbase-search search mail 'subject:invoice -draft'"})
public final class SearchCommand extends QueryCommand {
    /** The default page size with {@code --all}. */
    private static final int PAGE = 200;

    @Option(
            names = "--size",
            paramLabel = "N",
            description = "The number of hits (default: 10; with --all, per page: 200).")
    private @Nullable Integer size;

    @Option(
            names = "--sort",
            paramLabel = "FIELD[:desc]",
            description =
                    "The order of the hits; repeatable. _score is the best match first, _key the row key, location:31.2,121.5 the"
                            + " distance of a geo_point field from there (default: _score).")
    private List<String> sort = new ArrayList<>();

    @Option(
            names = "--facet",
            paramLabel = "FIELD",
            description = "Count the most frequent values of this field among all matches; repeatable.")
    private List<String> facets = new ArrayList<>();

    @Option(
            names = "--columns",
            paramLabel = "FAMILY[:QUALIFIER]",
            split = ",",
            description = "Cells to show with '-o json'; repeatable (default: the mapped columns).")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--versions",
            paramLabel = "N",
            description = "Versions of each cell to show with '-o json', the newest first (default: 1).")
    private @Nullable Integer versions;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            description = "The check of hits against their rows: none, exists, version or match (default: exists).")
    private @Nullable String verify;

    @Option(names = "--no-highlight", description = "Do not highlight matches.")
    private boolean plain;

    @Option(names = "--snapshot", description = "Make the first page, too, use the index snapshot of the later pages.")
    private boolean snapshot;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "Where to continue: next or previous of an answer with '-o json'.")
    private @Nullable String cursor;

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Option(names = "--all", description = "All matching rows, page by page, from one snapshot; with '-o ndjson'.")
    private boolean all;

    public SearchCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        SearchOptions options = options();
        if (all) {
            return all(options);
        }
        SearchResponse response = search(client(), options);
        console().result(result(response));
        if (!facets.isEmpty() && session().format() == OutputFormat.TABLE) {
            console().result(facets(response));
        }
        console().info(summary(response));
        response.cut().forEach(cut -> console().warn("cut short: " + cut.detail()));
        response.notes().forEach(console()::info);
        if (response.didYouMean() != null) {
            console().info("Did you mean: " + response.didYouMean());
        }
        hint(response).ifPresent(console()::hint);
        return ExitCode.DONE;
    }

    private Optional<String> hint(SearchResponse response) {
        if (!response.hits().isEmpty()) {
            return Optional.of("Add '-o json' for whole rows, '--size N' for more, '--all -o ndjson' for all.");
        }
        if (!response.cut().isEmpty() && response.next() != null) {
            return Optional.of("There may be more: continue with --cursor " + response.next());
        }
        if (response.didYouMean() != null || response.total().value() > 0) {
            return Optional.empty();
        }
        return Optional.of(
                hasSeveralWords()
                        ? "All words must match: put OR between them, or end one with * for a prefix."
                        : "End the word with * for a prefix, or add '--fuzziness auto' for similar words.");
    }

    /**
     * Writes each page before it asks for the next, so that memory holds only one; after a failure, prints the cursor to
     * continue with.
     */
    private int all(SearchOptions options) {
        if (session().format() != OutputFormat.NDJSON) {
            throw new ParameterException(spec().commandLine(), "--all writes rows as they come: add '-o ndjson'");
        }
        GatewayClient client = client();
        SearchOptions page = options.withSnapshot(true).withSize(size == null ? PAGE : size);
        boolean partial = false;
        while (true) {
            SearchResponse response = page(client, page);
            console().result(result(response));
            partial |= response.partial()
                    || response.viewLost()
                    || !response.degraded().isEmpty();
            response.notes().forEach(console()::warn);
            if (response.next() == null) {
                break;
            }
            page = page.withCursor(response.next());
        }
        if (partial) {
            console()
                    .warn(
                            "rows may be missing or duplicated: the deadline cut a page, the snapshot was lost, or a server did"
                                    + " not answer");
        }
        return partial ? ExitCode.SOME_ROWS_FAILED : ExitCode.DONE;
    }

    /** Several indexes are names with commas between them. */
    private boolean isOfSeveral() {
        return index().contains(",");
    }

    private SearchResponse search(GatewayClient client, SearchOptions options) {
        return isOfSeveral()
                ? client.searchAll(List.of(index().split(",", -1)), options)
                : client.search(index(), options);
    }

    private SearchResponse page(GatewayClient client, SearchOptions page) {
        try {
            return search(client, page);
        } catch (GatewayException e) {
            page.cursor().ifPresent(place -> console().warn("continue from here with --cursor " + place));
            throw e;
        }
    }

    private SearchOptions options() {
        return query().withSort(sort)
                .withKeyFormat(keys.gatewayName())
                .withSize(size)
                .withColumns(columns)
                .withVersions(versions)
                .withFacetsOf(facets)
                .withVerify(verify)
                .withHighlight(plain ? false : null)
                .withSnapshot(snapshot ? true : null)
                .withCursor(cursor);
    }

    private static Result facets(SearchResponse response) {
        return Result.rows(
                "facets",
                List.of("facet", "value", "count"),
                response.facets().entrySet().stream()
                        .flatMap(facet -> facet.getValue().buckets().stream()
                                .map(bucket -> Result.row(
                                        "facet", facet.getKey(), "value", bucket.key(), "count", bucket.count())))
                        .toList());
    }

    private Result result(SearchResponse response) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("index", response.index());
        summary.put("total", GatewayShapes.total(response.total()));
        summary.put("took_ms", response.tookMs());
        summary.put("partial", response.partial());
        summary.put("plan", response.plan());
        summary.put("timed_out", response.timedOut());
        summary.put("cut", response.cut());
        summary.put("view_lost", response.viewLost());
        summary.put("degraded", response.degraded());
        summary.put("stale_dropped", response.staleDropped());
        summary.put("notes", response.notes());
        if (response.didYouMean() != null) {
            summary.put("did_you_mean", response.didYouMean());
        }
        if (response.asOf() != null) {
            summary.put("as_of", response.asOf());
        }
        if (!facets.isEmpty()) {
            summary.put("facets", response.facets());
        }
        if (response.next() != null) {
            summary.put("next", response.next());
        }
        if (response.previous() != null) {
            summary.put("previous", response.previous());
        }
        return new Result(
                "hits",
                summary,
                shown(response),
                response.hits().stream().map(this::row).toList());
    }

    /** Returns the columns of the table. */
    private List<String> shown(SearchResponse response) {
        List<String> shown = new ArrayList<>(List.of("row", "score", "match"));
        if (isOfSeveral()) {
            shown.add(0, "index");
        }
        if (response.hits().stream().anyMatch(hit -> hit.distance() != null)) {
            shown.add(shown.size() - 1, "distance");
        }
        return shown;
    }

    private Map<String, @Nullable Object> row(SearchResponse.Hit hit) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        if (isOfSeveral()) {
            row.put("index", hit.index());
        }
        row.putAll(Result.row(
                "row", keys.shown(hit.key()),
                "score", Math.round(hit.score() * 1000) / 1000.0,
                "version", hit.version(),
                "match", marked(hit),
                "fields", hit.fields(),
                "columns", GatewayShapes.cells(hit.columns()),
                "highlights", hit.highlights()));
        if (!hit.versions().isEmpty()) {
            Map<String, Object> versions = new LinkedHashMap<>();
            hit.versions()
                    .forEach((column, cells) -> versions.put(
                            column, cells.stream().map(GatewayShapes::cell).toList()));
            row.put("versions", versions);
        }
        if (hit.distance() != null) {
            row.put("distance", hit.distance());
        }
        return row;
    }

    /** Returns the matching fragments, in bold on a terminal; without highlights, the first text of the row. */
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

    /** Converts fragments from HTML to text. */
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
