/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Options of a search, a count or an explanation. Immutable: each method returns a changed copy. Options that are not set, or set to
 * null or to something empty, have the gateway's defaults.
 */
public final class SearchOptions {
    private final Map<String, Object> members;

    private SearchOptions(Map<String, Object> members) {
        this.members = Collections.unmodifiableMap(members);
    }

    /** @param query in the query language; every row if null */
    public static SearchOptions of(String query) {
        return new SearchOptions(Map.of()).with("q", query);
    }

    /** Adds queries that must also match, without an effect on the score. */
    public SearchOptions withFilters(List<String> filters) {
        return with("filter", filters);
    }

    /** @param zone time zone of days and local times, such as Asia/Shanghai; that of each field by default */
    public SearchOptions withZone(String zone) {
        return with("zone", zone);
    }

    /** @param typing whether the last word of the query is also a prefix, because its author still types it; false by default */
    public SearchOptions withTyping(Boolean typing) {
        return with("typing", typing);
    }

    /** @param fuzziness auto, so that long words may differ by one or two edits, or off (the default) */
    public SearchOptions withFuzziness(String fuzziness) {
        return with("fuzziness", fuzziness);
    }

    /** @param size number of hits; 10 by default */
    public SearchOptions withSize(Integer size) {
        return with("size", size);
    }

    /** @param columns {@code family:qualifier} or {@code family}; by default those that the index maps */
    public SearchOptions withColumns(List<String> columns) {
        return with("columns", columns);
    }

    /** Requests this number of versions of each cell that is shown, newest first; 1 by default. */
    public SearchOptions withVersions(Integer versions) {
        return with("versions", versions);
    }

    /** @param highlight whether matching words are marked; true by default */
    public SearchOptions withHighlight(Boolean highlight) {
        return with("highlight", highlight);
    }

    /** @param timeout for the whole request, such as {@code 500ms} */
    public SearchOptions withTimeout(String timeout) {
        return with("timeout", timeout);
    }

    /** @param format of row keys: base64url (the default), text, hex or binary */
    public SearchOptions withKeyFormat(String format) {
        return with("keyFormat", format);
    }

    /** @param verify how hits are checked against their rows: none, exists (the default), version or match */
    public SearchOptions withVerify(String verify) {
        return with("verify", verify);
    }

    /** @param plan auto (the default), table or search */
    public SearchOptions withPlan(String plan) {
        return with("plan", plan);
    }

    /** @param cursor position to continue from, from an earlier response; the beginning by default */
    public SearchOptions withCursor(String cursor) {
        return with("cursor", cursor);
    }

    /** Sets the order, such as {@code day:desc}; by relevance by default. The row key decides between equal rows. */
    public SearchOptions withSort(List<String> sort) {
        return with("sort", sort);
    }

    /**
     * Replaces parts of the index's ranking.
     *
     * @param ranking {@code tie}, {@code functions} or both, as the gateway's README describes them
     */
    public SearchOptions withRanking(Map<String, Object> ranking) {
        return with("ranking", ranking == null ? null : Map.copyOf(ranking));
    }

    /** @param snapshot whether the first page shows the same snapshot as later pages; false by default */
    public SearchOptions withSnapshot(Boolean snapshot) {
        return with("snapshot", snapshot);
    }

    /** Requests the most frequent values of each of these fields, under the field's name. */
    public SearchOptions withFacetsOf(List<String> fields) {
        Map<String, Object> facets = new LinkedHashMap<>();
        fields.forEach(field -> facets.put(field, Map.of("terms", Map.of("field", field))));
        return with("facets", facets.isEmpty() ? null : facets);
    }

    SearchOptions withIndexes(List<String> indexes) {
        return with("index", indexes);
    }

    /** Returns the position to continue from. */
    public Optional<String> cursor() {
        return Optional.ofNullable((String) members.get("cursor"));
    }

    /** Returns these options without those of other names. */
    SearchOptions only(List<String> names) {
        Map<String, Object> some = new LinkedHashMap<>(members);
        some.keySet().retainAll(names);
        return new SearchOptions(some);
    }

    private SearchOptions with(String name, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(members);
        if (value == null || value.equals("") || value.equals(List.of())) {
            changed.remove(name);
        } else {
            changed.put(name, value instanceof List<?> list ? List.copyOf(list) : value);
        }
        return new SearchOptions(changed);
    }

    @JsonValue
    Map<String, Object> members() {
        return members;
    }
}
