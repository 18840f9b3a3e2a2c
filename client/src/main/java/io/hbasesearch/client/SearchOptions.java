/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What to ask of a search. Immutable: each method returns a changed copy. What is not set is the gateway's default.
 *
 * @param query in the query language; every row if null
 * @param filter queries that must match as well, without a say in the score
 * @param size hits wanted; 10 if null
 * @param columns {@code family:qualifier} or {@code family}; those that the index maps if empty
 * @param highlight whether matching words are marked; true if null
 * @param timeout for the whole request, such as {@code 500ms}; the gateway's if null
 * @param verify none, exists (if null), version or match: how hits are checked against their rows
 * @param plan auto (if null), table or search
 * @param cursor where to go on, as an answer has it; the beginning if null
 * @param sort what hits are ordered by, such as {@code day:desc}; how well they match if empty
 * @param keyFormat how row keys are written: base64url (if null), text, hex or binary
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SearchOptions(
        @JsonProperty("q") String query,
        List<String> filter,
        Integer size,
        List<String> columns,
        Boolean highlight,
        String timeout,
        @JsonProperty("keyFormat") String keyFormat,
        String verify,
        String plan,
        String cursor,
        List<String> sort) {
    public SearchOptions {
        filter = List.copyOf(filter);
        columns = List.copyOf(columns);
        sort = List.copyOf(sort);
    }

    public static SearchOptions of(String query) {
        return new SearchOptions(query, List.of(), null, List.of(), null, null, null, null, null, null, List.of());
    }

    public SearchOptions withFilters(List<String> other) {
        return new SearchOptions(
                query, other, size, columns, highlight, timeout, keyFormat, verify, plan, cursor, sort);
    }

    public SearchOptions withSize(int other) {
        return new SearchOptions(
                query, filter, other, columns, highlight, timeout, keyFormat, verify, plan, cursor, sort);
    }

    public SearchOptions withColumns(List<String> other) {
        return new SearchOptions(query, filter, size, other, highlight, timeout, keyFormat, verify, plan, cursor, sort);
    }

    public SearchOptions withHighlight(boolean other) {
        return new SearchOptions(query, filter, size, columns, other, timeout, keyFormat, verify, plan, cursor, sort);
    }

    public SearchOptions withTimeout(String other) {
        return new SearchOptions(query, filter, size, columns, highlight, other, keyFormat, verify, plan, cursor, sort);
    }

    public SearchOptions withKeyFormat(String other) {
        return new SearchOptions(query, filter, size, columns, highlight, timeout, other, verify, plan, cursor, sort);
    }

    public SearchOptions withVerify(String other) {
        return new SearchOptions(
                query, filter, size, columns, highlight, timeout, keyFormat, other, plan, cursor, sort);
    }

    public SearchOptions withPlan(String other) {
        return new SearchOptions(
                query, filter, size, columns, highlight, timeout, keyFormat, verify, other, cursor, sort);
    }

    public SearchOptions withCursor(String other) {
        return new SearchOptions(
                query, filter, size, columns, highlight, timeout, keyFormat, verify, plan, other, sort);
    }

    /** The row key decides between equal ones. */
    public SearchOptions withSort(List<String> other) {
        return new SearchOptions(
                query, filter, size, columns, highlight, timeout, keyFormat, verify, plan, cursor, other);
    }
}
