/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.spi.SearchResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a search; a component becomes a JSON name in snake_case.
 *
 * @param staleDropped hits that were left out, as their rows are gone; their rows are announced for repair
 * @param timedOut whether the deadline cut something
 * @param partial whether hits may be missing because of that
 * @param cut what the deadline cut
 * @param complete whether rows that existed before the index are in it
 * @param notes what a reader of the hits should know, in words
 */
record SearchAnswer(
        String index,
        long tookMs,
        Total total,
        List<Hit> hits,
        int staleDropped,
        boolean timedOut,
        boolean partial,
        List<Cut> cut,
        boolean complete,
        List<String> notes) {

    /**
     * @param relation {@code eq}, or {@code gte} if there may be more
     * @param of always {@code index}: documents that match, not rows that were checked
     */
    record Total(long value, String relation, String of) {
        static Total of(SearchResult result) {
            return new Total(result.total(), result.totalIsExact() ? "eq" : "gte", "index");
        }
    }

    /** @param stage {@code search} or {@code highlight} */
    record Cut(String stage, String detail) {}

    /**
     * A row that matched, as HBase has it now.
     *
     * @param key in the requested format
     * @param keyText as people read it
     * @param version of the document that matched
     * @param matchingCells where cells are found: how many of the row's match, of which {@code columns} and the field {@code cell}
     *     have the first ones; else absent
     * @param unmappable why there are no fields, if the row does not fit the definition
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Hit(
            String key,
            @Nullable String keyText,
            long version,
            float score,
            Map<String, CellView> columns,
            Map<String, Object> fields,
            @Nullable Map<String, List<String>> highlights,
            @Nullable Long matchingCells,
            @Nullable String unmappable) {}
}
