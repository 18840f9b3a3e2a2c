/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to a search.
 *
 * @param tookMs milliseconds inside the gateway
 * @param staleDropped hits left out because their rows are gone
 * @param timedOut whether the deadline cut something; {@code cut} says what
 * @param partial whether hits may be missing because of that
 * @param complete whether rows that existed before the index are in it
 * @param notes what a reader should know, in words
 */
public record SearchResponse(
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
    public SearchResponse {
        hits = List.copyOf(hits);
        cut = List.copyOf(cut);
        notes = List.copyOf(notes);
    }

    /**
     * Documents that match, as the index counts them.
     *
     * @param relation {@code eq}, or {@code gte} if there may be more
     */
    public record Total(long value, String relation) {
        public boolean isExact() {
            return relation.equals("eq");
        }
    }

    /** Something that the deadline cut: {@code search} or {@code highlight}. */
    public record Cut(String stage, String detail) {}

    /**
     * A row that matched.
     *
     * @param key in the format that was asked for
     * @param keyText as people read it; null for bytes that are no text
     * @param version of the document that matched
     * @param columns by {@code family:qualifier}
     * @param fields as the index definition maps the row now
     * @param highlights field to fragments, with matching words between {@code <em>} and {@code </em>} and the rest
     *     escaped for HTML
     * @param matchingCells where cells are found: how many of the row's match, of which {@code columns} has the first ones; else null
     * @param unmappable why there are no fields; null if there are
     */
    public record Hit(
            String key,
            String keyText,
            long version,
            double score,
            Map<String, CellValue> columns,
            Map<String, Object> fields,
            Map<String, List<String>> highlights,
            Long matchingCells,
            String unmappable) {
        public Hit {
            highlights = highlights == null ? Map.of() : highlights;
        }

        /** The key as people read it, or as it was asked for. */
        public String shownKey() {
            return Optional.ofNullable(keyText).orElse(key);
        }
    }
}
