/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of a search. Immutable: each method returns a changed copy. Unset options have the gateway's defaults.
 *
 * @param query in the query language; every row if null
 * @param filter queries that must also match, without an effect on the score
 * @param size number of hits; 10 if null
 * @param columns {@code family:qualifier} or {@code family}; if empty, those that the index maps
 * @param versions number of versions of each cell, at least 1; 1 if null
 * @param highlight whether matching words are marked; true if null
 * @param timeout for the whole request, such as {@code 500ms}; the gateway's default if null
 * @param verify none, exists (if null), version or match: how hits are checked against their rows
 * @param plan auto (if null), table or search
 * @param cursor position to continue from, from an earlier response; the beginning if null
 * @param sort order of the hits, such as {@code day:desc}; by relevance if empty
 * @param snapshot whether the first page shows the same snapshot as later pages; false if null
 * @param facets counts over all matches: name to definition, as in the gateway's {@code facets}
 * @param keyFormat format of row keys: base64url (if null), text, hex or binary
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SearchOptions(
        @JsonProperty("q") String query,
        List<String> filter,
        Integer size,
        List<String> columns,
        Integer versions,
        Boolean highlight,
        String timeout,
        @JsonProperty("keyFormat") String keyFormat,
        String verify,
        String plan,
        String cursor,
        List<String> sort,
        Boolean snapshot,
        Map<String, Object> facets) {
    public SearchOptions {
        filter = List.copyOf(filter);
        columns = List.copyOf(columns);
        sort = List.copyOf(sort);
        facets = Collections.unmodifiableMap(new LinkedHashMap<>(facets));
    }

    public static SearchOptions of(String query) {
        return new SearchOptions(
                query, List.of(), null, List.of(), null, null, null, null, null, null, null, List.of(), null, Map.of());
    }

    public SearchOptions withFilters(List<String> other) {
        return new SearchOptions(
                query, other, size, columns, versions, highlight, timeout, keyFormat, verify, plan, cursor, sort,
                snapshot, facets);
    }

    public SearchOptions withSize(int other) {
        return new SearchOptions(
                query, filter, other, columns, versions, highlight, timeout, keyFormat, verify, plan, cursor, sort,
                snapshot, facets);
    }

    public SearchOptions withColumns(List<String> other) {
        return new SearchOptions(
                query, filter, size, other, versions, highlight, timeout, keyFormat, verify, plan, cursor, sort,
                snapshot, facets);
    }

    /** Requests this number of versions of each cell that is shown, newest first. */
    public SearchOptions withVersions(int other) {
        return new SearchOptions(
                query, filter, size, columns, other, highlight, timeout, keyFormat, verify, plan, cursor, sort,
                snapshot, facets);
    }

    public SearchOptions withHighlight(boolean other) {
        return new SearchOptions(
                query, filter, size, columns, versions, other, timeout, keyFormat, verify, plan, cursor, sort, snapshot,
                facets);
    }

    public SearchOptions withTimeout(String other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, other, keyFormat, verify, plan, cursor, sort,
                snapshot, facets);
    }

    public SearchOptions withKeyFormat(String other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, other, verify, plan, cursor, sort, snapshot,
                facets);
    }

    public SearchOptions withVerify(String other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, keyFormat, other, plan, cursor, sort,
                snapshot, facets);
    }

    public SearchOptions withPlan(String other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, keyFormat, verify, other, cursor, sort,
                snapshot, facets);
    }

    public SearchOptions withCursor(String other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, keyFormat, verify, plan, other, sort,
                snapshot, facets);
    }

    /** Sets the order; the row key decides between equal rows. */
    public SearchOptions withSort(List<String> other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, keyFormat, verify, plan, cursor, other,
                snapshot, facets);
    }

    public SearchOptions withSnapshot(boolean other) {
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, keyFormat, verify, plan, cursor, sort,
                other, facets);
    }

    /** Requests the most frequent values of each of these fields, under the field's name. */
    public SearchOptions withFacetsOf(List<String> fields) {
        Map<String, Object> other = new LinkedHashMap<>();
        fields.forEach(field -> other.put(field, Map.of("terms", Map.of("field", field))));
        return new SearchOptions(
                query, filter, size, columns, versions, highlight, timeout, keyFormat, verify, plan, cursor, sort,
                snapshot, other);
    }
}
