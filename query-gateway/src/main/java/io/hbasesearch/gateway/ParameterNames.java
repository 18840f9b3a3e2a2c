/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayConfig;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.query.QueryStringParser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parameters of searches and row reads: their names, defaults and bounds. */
final class ParameterNames {
    static final String KEY = "key";

    private static final String QUERY = "q";
    private static final String FILTER = "filter";
    private static final String SIZE = "size";
    private static final String COLUMNS = "columns";
    private static final String HIGHLIGHT = "highlight";
    private static final String TIMEOUT = "timeout";
    private static final String KEY_FORMAT = "keyFormat";
    static final List<String> OF_SEARCH = List.of(QUERY, FILTER, SIZE, COLUMNS, HIGHLIGHT, TIMEOUT, KEY_FORMAT);
    static final List<String> OF_ROW = List.of(COLUMNS, TIMEOUT, KEY_FORMAT);

    private static final int DEFAULT_SIZE = 10;
    private static final int MAX_QUERY_LENGTH = QueryStringParser.MAX_LENGTH;
    private static final int MAX_FILTERS = 16;
    private static final int MAX_COLUMNS = 100;
    private static final int MAX_COLUMN_LENGTH = 1_000;
    private static final int MAX_WORD_LENGTH = 20;
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,7})(ms|s)");

    private ParameterNames() {}

    /** @throws io.hbasesearch.gateway.http.ProblemException with everything that is wrong */
    static SearchParameters search(Parameters parameters, GatewayConfig config) {
        SearchParameters search = new SearchParameters(
                query(parameters),
                parameters.texts(FILTER, MAX_FILTERS, MAX_QUERY_LENGTH),
                parameters.integer(SIZE, 0, config.maxHits()).orElse(Math.min(DEFAULT_SIZE, config.maxHits())),
                columns(parameters),
                parameters.bool(HIGHLIGHT).orElse(true),
                timeout(parameters, config),
                keyFormat(parameters));
        parameters.finish();
        return search;
    }

    /** @throws io.hbasesearch.gateway.http.ProblemException with everything that is wrong */
    static RowParameters row(Parameters parameters, GatewayConfig config) {
        RowParameters row = new RowParameters(columns(parameters), timeout(parameters, config), keyFormat(parameters));
        parameters.finish();
        return row;
    }

    record RowParameters(Optional<ColumnSelection> columns, Duration timeout, KeyFormat keyFormat) {}

    private static Optional<String> query(Parameters parameters) {
        Optional<String> query = parameters.text(QUERY, MAX_QUERY_LENGTH);
        if (query.isPresent() && query.get().isBlank()) {
            parameters.fault(QUERY, "the query is blank", "Leave q out to get every row.");
        }
        return query;
    }

    private static Optional<ColumnSelection> columns(Parameters parameters) {
        List<String> names = parameters.texts(COLUMNS, MAX_COLUMNS, MAX_COLUMN_LENGTH);
        try {
            return names.isEmpty() ? Optional.empty() : Optional.of(ColumnNames.parse(names));
        } catch (IllegalArgumentException e) {
            parameters.fault(
                    COLUMNS, String.valueOf(e.getMessage()), "Write family:qualifier, or family for all of it.");
            return Optional.empty();
        }
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
        Optional<String> name = parameters.text(KEY_FORMAT, MAX_WORD_LENGTH);
        Optional<KeyFormat> format = name.flatMap(KeyFormat::of);
        if (name.isPresent() && format.isEmpty()) {
            parameters.fault(
                    KEY_FORMAT,
                    "'keyFormat' must be one of " + String.join(", ", KeyFormat.names()),
                    Suggestions.hint(name.get(), KeyFormat.names()));
        }
        return format.orElse(KeyFormat.BASE64URL);
    }
}
