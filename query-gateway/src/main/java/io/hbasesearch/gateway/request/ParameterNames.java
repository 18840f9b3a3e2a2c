/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.Suggestions;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.cursor.Cursors;
import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.plan.PlanMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Declares the parameters of every request: their names, defaults and bounds. */
public final class ParameterNames {
    public static final String KEY = "key";
    public static final String INDEX = "index";

    private static final String QUERY = "q";
    private static final String TREE = "query";
    private static final String FILTER = "filter";
    private static final String ZONE = "zone";
    private static final String TYPING = "typing";
    private static final String FUZZINESS = "fuzziness";
    private static final String SIZE = "size";
    private static final String COLUMNS = "columns";
    private static final String HIGHLIGHT = "highlight";
    private static final String FIELDS = "fields";
    private static final String TIMEOUT = "timeout";
    private static final String KEY_FORMAT = "keyFormat";
    private static final String VERIFY = "verify";
    private static final String PLAN = "plan";
    private static final String CURSOR = "cursor";
    private static final String FROM = "from";
    private static final String SNAPSHOT = "snapshot";
    private static final String FIELD = "field";
    private static final String PREFIX = "prefix";
    private static final String VERSIONS = "versions";
    private static final String KEYS = "keys";
    /** Prefix of parameters that name a field of the row key. */
    public static final String PART_PREFIX = "part.";

    private static final List<String> OF_PAGES = List.of(
            SIZE,
            COLUMNS,
            VERSIONS,
            HIGHLIGHT,
            FIELDS,
            TIMEOUT,
            KEY_FORMAT,
            VERIFY,
            PLAN,
            CURSOR,
            FROM,
            SNAPSHOT,
            SortInput.PARAMETER);

    /** Parameters that can hold the query, in the URL and in a body. */
    private static final Places WHAT = new Places(List.of(QUERY, FILTER, ZONE), List.of(QUERY, TREE, FILTER, ZONE))
            .with(List.of(TYPING, FUZZINESS));

    public static final Places OF_SEARCH =
            WHAT.with(OF_PAGES).with(List.of(FacetInput.IN_URL), List.of(FacetInput.IN_BODY, RankingInput.PARAMETER));

    /** Parameters of a search over several indexes. */
    public static final Places OF_SEARCH_ALL = OF_SEARCH.with(List.of(INDEX));

    public static final Places OF_COUNT = WHAT.with(List.of(TIMEOUT, PLAN));
    public static final Places OF_EXPLAIN = WHAT.with(List.of(PLAN, KEY_FORMAT, SortInput.PARAMETER))
            .with(List.of(FacetInput.IN_URL), List.of(FacetInput.IN_BODY, RankingInput.PARAMETER));
    /** Parameters of the explanation of one row. */
    public static final List<String> OF_EXPLAINED_ROW =
            WHAT.with(List.of(TIMEOUT, KEY_FORMAT)).inUrl();

    public static final Places OF_STREAM = WHAT.with(
                    List.of(COLUMNS, VERSIONS, FIELDS, TIMEOUT, KEY_FORMAT, VERIFY, PLAN, CURSOR, SortInput.PARAMETER))
            .with(List.of(), List.of(RankingInput.PARAMETER));
    public static final List<String> OF_SUGGEST = List.of(FIELD, PREFIX, FILTER, ZONE, SIZE, TIMEOUT);
    public static final List<String> OF_ROW = List.of(COLUMNS, VERSIONS, TIMEOUT, KEY_FORMAT);
    public static final List<String> OF_PARTS =
            Stream.concat(OF_ROW.stream(), Stream.of(ZONE)).toList();
    public static final List<String> OF_BATCH = List.of(KEYS, COLUMNS, VERSIONS, TIMEOUT, KEY_FORMAT);
    public static final List<String> OF_FENCE = List.of(TIMEOUT, KEY_FORMAT);
    public static final List<String> OF_FENCE_IN_BODY = List.of(KEY, TIMEOUT, KEY_FORMAT);

    private static final int DEFAULT_SIZE = 10;
    private static final int MAX_QUERY_LENGTH = QueryStringParser.MAX_LENGTH;
    private static final int MAX_FILTERS = 16;
    private static final int MAX_COLUMNS = 100;
    private static final int MAX_COLUMN_LENGTH = 1_000;
    private static final int MAX_SORT_LENGTH = 1_000;
    private static final int MAX_WORD_LENGTH = 20;
    private static final int MAX_ZONE_LENGTH = 60;
    private static final int MAX_VERSIONS = 1_000;
    private static final int MAX_INDEXES = 10;
    private static final int MAX_INDEX_LENGTH = 2_000;
    /** A key of 32 KiB with each byte escaped. */
    public static final int MAX_KEY_LENGTH = 131_072;

    /** Tells of each value whether words may differ by a few edits. */
    private static final Map<String, Boolean> FUZZINESSES = Map.of("auto", true, "off", false);

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(ms|s)");

    private ParameterNames() {}

    /** The parameters of one kind of request, in the URL and in the body. */
    public record Places(List<String> inUrl, List<String> inBody) {
        Places with(List<String> both) {
            return with(both, both);
        }

        Places with(List<String> moreInUrl, List<String> moreInBody) {
            return new Places(join(inUrl, moreInUrl), join(inBody, moreInBody));
        }

        private static List<String> join(List<String> some, List<String> more) {
            return Stream.concat(some.stream(), more.stream()).toList();
        }
    }

    /**
     * Reads the parameters of searches, counts, explanations and streams. A parameter that a kind of request does not have gets its
     * default.
     *
     * @param caller who made the request
     * @throws io.hbasesearch.gateway.http.ProblemException with every fault
     */
    public static SearchParameters search(Parameters parameters, GatewayConfig config, Caller caller) {
        Optional<QueryInput> query = query(parameters);
        int size = parameters.integer(SIZE, 0, config.maxHits()).orElse(Math.min(DEFAULT_SIZE, config.maxHits()));
        Optional<String> cursor = parameters.text(CURSOR, Cursors.MAX_LENGTH);
        SearchParameters search = new SearchParameters(
                new SearchParameters.Criteria(
                        query,
                        parameters.filters(FILTER, MAX_FILTERS, MAX_QUERY_LENGTH),
                        new SortInput(
                                parameters.texts(SortInput.PARAMETER, SortKey.MAX_KEYS, MAX_SORT_LENGTH),
                                parameters.isFromBody()),
                        facets(parameters),
                        zone(parameters),
                        new RankingInput(parameters.object(RankingInput.PARAMETER)),
                        words(parameters, query)),
                new SearchParameters.Presentation(
                        columns(parameters),
                        versions(parameters),
                        parameters.bool(HIGHLIGHT).orElse(true),
                        parameters.bool(FIELDS).orElse(true),
                        keyFormat(parameters)),
                size,
                timeout(parameters, config),
                word(parameters, VERIFY, VerifyMode::of, VerifyMode.names()),
                word(parameters, PLAN, PlanMode::of, PlanMode.names()).orElse(PlanMode.AUTO),
                new SearchParameters.Paging(
                        cursor,
                        from(parameters, config, size, cursor),
                        parameters.bool(SNAPSHOT).orElse(false),
                        false,
                        caller.name()));
        parameters.finish();
        return search;
    }

    /**
     * Reads the names of several indexes. Records a fault if there are none, too many, or one twice.
     *
     * @param known names that the caller may use, for the hint
     */
    public static List<String> indexes(Parameters parameters, Collection<String> known) {
        List<String> names = parameters.texts(INDEX, MAX_INDEXES, MAX_INDEX_LENGTH).stream()
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .map(String::strip)
                .toList();
        if (names.isEmpty() || names.stream().anyMatch(String::isEmpty)) {
            parameters.fault(
                    INDEX,
                    names.isEmpty() ? "'index' is missing" : "'index' has an empty name",
                    "Name 1 to " + MAX_INDEXES + " indexes, separated by commas. " + NameHints.listed(known));
        } else if (names.size() > MAX_INDEXES) {
            parameters.fault(
                    INDEX, "'index' names " + names.size() + " indexes, at most " + MAX_INDEXES + " are allowed", null);
        } else if (names.stream().distinct().count() < names.size()) {
            parameters.fault(INDEX, "'index' names an index twice", "Name each index once.");
        }
        return names;
    }

    private static WordOptions words(Parameters parameters, Optional<QueryInput> query) {
        boolean typing = parameters.bool(TYPING).orElse(false);
        boolean inexact = word(
                        parameters,
                        FUZZINESS,
                        text -> Optional.ofNullable(FUZZINESSES.get(text)),
                        List.of("auto", "off"))
                .orElse(false);
        if ((typing || inexact) && query.isPresent() && !query.get().value().isTextual()) {
            String name = typing ? TYPING : FUZZINESS;
            parameters.fault(
                    name,
                    "'" + name + "' is about the words of 'q', but this request has 'query'",
                    "Put a " + (typing ? "prefix" : "fuzzy") + " query into the tree.");
        }
        return new WordOptions(typing, inexact);
    }

    /** Returns the zone of days and local times; empty for that of each field. */
    public static Optional<ZoneId> zone(Parameters parameters) {
        Optional<String> text = parameters.text(ZONE, MAX_ZONE_LENGTH);
        try {
            return text.map(ZoneId::of);
        } catch (DateTimeException e) {
            parameters.fault(
                    ZONE,
                    "'zone' is not a valid time zone",
                    "Write Europe/Berlin, Asia/Shanghai or +08:00, for example.");
            return Optional.empty();
        }
    }

    private static FacetInput facets(Parameters parameters) {
        return new FacetInput(
                parameters.isFromBody()
                        ? List.of()
                        : parameters.texts(FacetInput.IN_URL, SearchRequest.MAX_FACETS, MAX_COLUMN_LENGTH),
                parameters.object(FacetInput.IN_BODY));
    }

    /** @throws io.hbasesearch.gateway.http.ProblemException with every fault */
    public static SuggestParameters suggest(Parameters parameters, GatewayConfig config) {
        Optional<String> field = parameters.text(FIELD, MAX_COLUMN_LENGTH);
        if (field.isEmpty()) {
            parameters.fault(FIELD, "'field' is missing", "Name the keyword field whose values you want.");
        }
        SuggestParameters suggest = new SuggestParameters(
                field.orElse(""),
                parameters.text(PREFIX, Suggestions.MAX_PREFIX).orElse(""),
                parameters.filters(FILTER, MAX_FILTERS, MAX_QUERY_LENGTH),
                zone(parameters),
                parameters.integer(SIZE, 1, Suggestions.MAX_SIZE).orElse(DEFAULT_SIZE),
                timeout(parameters, config));
        parameters.finish();
        return suggest;
    }

    /** Reads {@code from}. It is bounded because the index sorts everything before a deep page again for each page. */
    private static int from(Parameters parameters, GatewayConfig config, int size, Optional<String> cursor) {
        int from = parameters.integer(FROM, 0, Integer.MAX_VALUE).orElse(0);
        if (from > 0 && cursor.isPresent()) {
            parameters.fault(
                    FROM, "'from' cannot be combined with a cursor, which has the position", "Leave 'from' out.");
        } else if (from > 0 && (long) from + size > config.maxHits()) {
            parameters.fault(
                    FROM,
                    "'from' and 'size' reach beyond hit " + config.maxHits(),
                    "Continue with cursor=, the 'next' of the previous answer: its cost does not grow with depth.");
        }
        return from;
    }

    /** @throws io.hbasesearch.gateway.http.ProblemException with every fault */
    public static RowParameters row(Parameters parameters, GatewayConfig config) {
        RowParameters row = new RowParameters(
                columns(parameters), versions(parameters), timeout(parameters, config), keyFormat(parameters));
        parameters.finish();
        return row;
    }

    /** Returns the keys of a batch as written. */
    public static List<String> keys(Parameters parameters, GatewayConfig config) {
        List<String> keys = parameters.texts(KEYS, config.maxHits(), MAX_KEY_LENGTH);
        if (keys.isEmpty()) {
            parameters.fault(KEYS, "'keys' names no row", "Pass a list of 1 to " + config.maxHits() + " row keys.");
        }
        return keys;
    }

    /** Returns the key of a body as written. */
    public static String key(Parameters parameters) {
        Optional<String> key = parameters.text(KEY, MAX_KEY_LENGTH);
        if (key.isEmpty()) {
            parameters.fault(KEY, "'key' names no row", "Pass a row key in the format that keyFormat names.");
        }
        return key.orElse("");
    }

    /** @param versions of each column, at least 1 */
    public record RowParameters(
            Optional<ColumnSelection> columns, int versions, Duration timeout, KeyFormat keyFormat) {}

    private static <T> Optional<T> word(
            Parameters parameters, String name, Function<String, Optional<T>> reader, List<String> known) {
        Optional<String> text = parameters.text(name, MAX_WORD_LENGTH);
        Optional<T> value = text.flatMap(reader);
        if (text.isPresent() && value.isEmpty()) {
            parameters.fault(
                    name,
                    "'" + name + "' must be one of " + String.join(", ", known),
                    NameHints.hint(text.get(), known));
        }
        return value;
    }

    private static Optional<QueryInput> query(Parameters parameters) {
        Optional<QueryInput> text =
                parameters.text(QUERY, MAX_QUERY_LENGTH).flatMap(any -> parameters.query(QUERY, MAX_QUERY_LENGTH));
        if (text.isPresent() && text.get().value().textValue().isBlank()) {
            parameters.fault(QUERY, "the query is blank", "Leave q out to get every row.");
        }
        Optional<QueryInput> tree = Optional.of(parameters.object(TREE))
                .filter(JsonNode::isObject)
                .flatMap(any -> parameters.query(TREE, MAX_QUERY_LENGTH));
        if (text.isPresent() && tree.isPresent()) {
            parameters.fault(TREE, "both 'q' and 'query' contain a query", "Move one of them into 'filter'.");
        }
        return text.or(() -> tree);
    }

    private static Optional<ColumnSelection> columns(Parameters parameters) {
        List<String> names = parameters.texts(COLUMNS, MAX_COLUMNS, MAX_COLUMN_LENGTH);
        try {
            return names.isEmpty() ? Optional.empty() : Optional.of(ColumnNames.parse(names));
        } catch (IllegalArgumentException e) {
            parameters.fault(
                    COLUMNS, String.valueOf(e.getMessage()), "Write family:qualifier, or family for the whole family.");
            return Optional.empty();
        }
    }

    private static int versions(Parameters parameters) {
        return parameters.integer(VERSIONS, 1, MAX_VERSIONS).orElse(1);
    }

    private static Duration timeout(Parameters parameters, GatewayConfig config) {
        Optional<String> text = parameters.text(TIMEOUT, MAX_WORD_LENGTH);
        if (text.isEmpty()) {
            return config.requestTimeout();
        }
        Matcher parts = DURATION.matcher(text.get());
        if (parts.matches()) {
            long number = Long.parseLong(parts.group(1));
            Duration timeout = parts.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
            if (timeout.compareTo(MIN_TIMEOUT) >= 0 && timeout.compareTo(config.requestTimeout()) <= 0) {
                return timeout;
            }
        }
        parameters.fault(
                TIMEOUT,
                "'timeout' must be within " + MIN_TIMEOUT.toMillis() + "ms and "
                        + config.requestTimeout().toMillis() + "ms",
                "Write it as 500ms or 2s.");
        return config.requestTimeout();
    }

    private static KeyFormat keyFormat(Parameters parameters) {
        return word(parameters, KEY_FORMAT, KeyFormat::of, KeyFormat.names()).orElse(KeyFormat.BASE64URL);
    }
}
