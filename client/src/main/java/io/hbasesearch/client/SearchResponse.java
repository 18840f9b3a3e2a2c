/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to a search.
 *
 * @param plan {@code search} or {@code table}: who found the rows
 * @param tookMs milliseconds inside the gateway
 * @param facets counts that were asked for, by their names
 * @param staleDropped hits left out because their rows are gone or match no more
 * @param next cursor of the page behind; null if there is none
 * @param previous cursor of the page before; null if there is none, or none can be made
 * @param viewLost whether the snapshot that a cursor paged through was gone, so that rows may be missing or come twice
 * @param timedOut whether the deadline cut something; {@code cut} says what
 * @param partial whether hits may be missing that no cursor leads to
 * @param degraded what could not be reached, and was done without: {@code hbase} or {@code index}
 * @param asOf up to when the answer shows what was written
 * @param complete whether rows that existed before the index are in it
 * @param notes what a reader should know, in words
 */
public record SearchResponse(
        String index,
        String plan,
        long tookMs,
        Total total,
        List<Hit> hits,
        Map<String, Facet> facets,
        int staleDropped,
        String next,
        String previous,
        boolean viewLost,
        boolean timedOut,
        boolean partial,
        List<Cut> cut,
        List<String> degraded,
        AsOf asOf,
        boolean complete,
        List<String> notes) {
    public SearchResponse {
        hits = List.copyOf(hits);
        cut = List.copyOf(cut);
        facets = facets == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(facets));
        degraded = degraded == null ? List.of() : List.copyOf(degraded);
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

    /**
     * How often values are in what matches, as the index counts it.
     *
     * @param others values in no bucket
     * @param exact false if counts may be too low
     */
    public record Facet(List<Bucket> buckets, long others, boolean exact) {
        public Facet {
            buckets = List.copyOf(buckets);
        }

        public record Bucket(String key, long count) {}
    }

    /**
     * Every write before {@code time} is in the answer.
     *
     * @param time in ISO 8601; null if {@code basis} is {@code unknown}
     * @param basis {@code table}, {@code written}, {@code announced} or {@code unknown}
     */
    public record AsOf(String time, String basis, String lookedAt) {}

    /**
     * Something that was cut short.
     *
     * @param stage {@code search}, {@code fetch}, {@code refill}, {@code scan}, {@code highlight} or {@code bytes}; of a row {@code
     *     columns}
     * @param reason {@code time}: the deadline; {@code bytes}, {@code rows} or {@code columns}: as many as one answer may have or cost;
     *     {@code busy}: a server was asked as often as it may be; {@code down}: it could not be reached
     */
    public record Cut(String stage, String reason, String detail) {}

    /**
     * A row that matched.
     *
     * @param key in the format that was asked for
     * @param keyText as people read it; null for bytes that are no text
     * @param version of the document that matched; 0 if the table answered
     * @param score 0 if the table answered
     * @param columns by {@code family:qualifier}; empty if the row was not read
     * @param versions of the same columns, each with its cells, the newest first; empty unless more than one was asked for
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
            Map<String, List<CellValue>> versions,
            Map<String, Object> fields,
            Map<String, List<String>> highlights,
            Long matchingCells,
            String unmappable) {
        public Hit {
            columns = columns == null ? Map.of() : columns;
            versions = versions == null ? Map.of() : versions;
            fields = fields == null ? Map.of() : fields;
            highlights = highlights == null ? Map.of() : highlights;
        }

        /** The key as people read it, or as it was asked for. */
        public String shownKey() {
            return Optional.ofNullable(keyText).orElse(key);
        }
    }
}
