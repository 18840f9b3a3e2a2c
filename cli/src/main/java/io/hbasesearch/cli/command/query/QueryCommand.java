/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.SearchOptions;
import io.hbasesearch.core.yaml.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** The base of commands that send a query to the gateway. */
abstract class QueryCommand extends BaseCommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "WORDS",
            description = "The query: words, \"phrases\", field:word, + - AND OR NOT, prefix*, groups.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--filter",
            paramLabel = "QUERY",
            description = "A query that must match too, without effect on the order.")
    private List<String> filters = new ArrayList<>();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "The time zone of days and local times, such as Asia/Shanghai (default: that of each field).")
    private @Nullable String zone;

    @Option(
            names = "--fuzziness",
            paramLabel = "HOW",
            description = "auto: long words may differ by one or two edits; or off (default: off).")
    private @Nullable String fuzziness;

    @Option(
            names = "--plan",
            paramLabel = "WHO",
            description = "What answers: auto, table (by row keys) or search (default: auto).")
    private @Nullable String plan;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "The deadline, such as 500ms or 2s (default: the gateway's).")
    private @Nullable String timeout;

    @Mixin
    private GatewayOption gateway = new GatewayOption();

    QueryCommand(Session session) {
        super(session);
    }

    final String index() {
        return index;
    }

    /** Returns whether the query has more than one word. */
    final boolean hasSeveralWords() {
        return String.join(" ", words).strip().contains(" ");
    }

    /** Returns the index of a command that takes only one. */
    final String oneIndex() {
        return OneIndex.require(spec().commandLine(), index);
    }

    final GatewayClient client() {
        return gateway.client(session(), index, deadline());
    }

    /** Returns the deadline; zero if its text is invalid, which the gateway will report. */
    private Duration deadline() {
        try {
            return timeout == null ? Duration.ZERO : Units.parseDuration(timeout);
        } catch (IllegalArgumentException e) {
            return Duration.ZERO;
        }
    }

    /** Returns the query with the options of all these commands; row keys as the HBase shell shows them. */
    final SearchOptions query() {
        requireNoOptions();
        if (words.stream().allMatch(String::isBlank) && filters.isEmpty()) {
            throw new ParameterException(
                    spec().commandLine(), "the query is empty: type one or more words, or '*' for all rows");
        }
        return SearchOptions.of(String.join(" ", words))
                .withFilters(filters)
                .withZone(zone)
                .withFuzziness(fuzziness)
                .withKeyFormat("binary")
                .withPlan(plan)
                .withTimeout(timeout);
    }

    /** Rejects a word with two hyphens: it is a mistyped option rather than a search term. */
    private void requireNoOptions() {
        Stream.concat(Stream.of(index), words.stream())
                .filter(word -> word.startsWith("--") || (word.equals(index) && word.startsWith("-")))
                .findFirst()
                .ifPresent(word -> {
                    throw new UnmatchedArgumentException(spec().commandLine(), List.of(word));
                });
    }
}
