/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answer to a search.
 *
 * @param index its name; those of several separated by commas
 * @param plan {@code search} or {@code table}: which of them found the rows; {@code mixed} if it differs between several indexes
 * @param tookMs milliseconds inside the gateway
 * @param facets requested counts, by their names
 * @param staleDropped hits that were left out because their rows are deleted or no longer match
 * @param next cursor of the next page; null if there is none
 * @param previous cursor of the previous page; null if there is none, or none can be made
 * @param viewLost whether the cursor's snapshot no longer existed, so that rows may be missing or repeated
 * @param timedOut whether the deadline cut something; {@code cut} says what
 * @param partial whether hits may be missing that no cursor leads to
 * @param degraded the backend that could not be reached and was skipped: {@code hbase} or {@code index}; with the name of the index if
 *     several were asked, as in {@code index:mail}
 * @param asOf how fresh the answer is
 * @param complete whether rows that existed before the index are in it
 * @param notes remarks for a reader
 * @param didYouMean a query that finds more, in which misspelled words are corrected; null if there is none
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
        List<String> notes,
        String didYouMean) {
    public SearchResponse {
        hits = List.copyOf(hits);
        cut = List.copyOf(cut);
        facets = facets == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(facets));
        degraded = degraded == null ? List.of() : List.copyOf(degraded);
        notes = List.copyOf(notes);
    }

    /**
     * Number of matching documents, as the index counts them.
     *
     * @param relation {@code eq}, or {@code gte} if there may be more
     */
    public record Total(long value, String relation) {
        public boolean isExact() {
            return relation.equals("eq");
        }
    }

    /**
     * Frequencies of values in the matches, as the index counts them.
     *
     * @param others values in no bucket
     * @param exact false if counts may be too low
     * @param metrics of a facet of the kind {@code metrics}, which has no buckets; else null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Facet(List<Bucket> buckets, long others, boolean exact, Metrics metrics) {
        public Facet {
            buckets = List.copyOf(buckets);
        }

        /** @param metrics by field; empty unless they were requested */
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        public record Bucket(String key, long count, Map<String, Metrics> metrics) {
            public Bucket {
                metrics = metrics == null ? Map.of() : Map.copyOf(metrics);
            }

            public Bucket(String key, long count) {
                this(key, count, Map.of());
            }
        }

        /**
         * Metrics of a field's values.
         *
         * @param min a number, or a date as text; null for other types and without a value, as are {@code max}, {@code avg} and {@code sum}
         * @param exact false if {@code distinct} is an estimate, or if not every match was seen
         */
        @JsonInclude(JsonInclude.Include.NON_NULL)
        public record Metrics(
                long count, Object min, Object max, Double avg, Double sum, long distinct, boolean exact) {}
    }

    /**
     * Freshness of an answer: it includes every write before {@code time}.
     *
     * @param time in ISO 8601; null if {@code basis} is {@code unknown}
     * @param basis {@code table}, {@code written}, {@code announced} or {@code unknown}
     */
    public record AsOf(String time, String basis, @JsonProperty("looked_at") String lookedAt) {}

    /**
     * Something that was cut short.
     *
     * @param stage {@code search}, {@code fetch}, {@code refill}, {@code scan}, {@code highlight} or {@code bytes}; of a row {@code
     *     columns}
     * @param reason {@code time}: the deadline; {@code bytes}, {@code rows} or {@code columns}: the limit of one answer; {@code busy}: a
     *     server's call limit was reached; {@code down}: a server could not be reached
     */
    public record Cut(String stage, String reason, String detail) {}

    /**
     * A row that matched.
     *
     * @param index that has the row; null if only one was asked
     * @param key in the requested format
     * @param keyText in readable form; null for bytes that are not text
     * @param version of the document that matched; 0 if the table answered
     * @param score 0 if the table answered
     * @param columns by {@code family:qualifier}; empty if the row was not read
     * @param versions cells of the same columns, newest first; empty unless more than one version was requested
     * @param fields as the index definition maps the row now
     * @param highlights field to fragments, with matching words between {@code <em>} and {@code </em>} and the rest escaped for HTML
     * @param matchingCells for an index that finds cells: how many of the row's cells match, of which {@code columns} has the first ones;
     *     else null
     * @param distance in metres if the hits are sorted by distance; else null, or if the row has no point
     * @param unmappable why there are no fields; null if there are
     */
    public record Hit(
            String index,
            String key,
            String keyText,
            long version,
            double score,
            Map<String, CellValue> columns,
            Map<String, List<CellValue>> versions,
            Map<String, Object> fields,
            Map<String, List<String>> highlights,
            Long matchingCells,
            Double distance,
            String unmappable) {
        public Hit {
            columns = columns == null ? Map.of() : columns;
            versions = versions == null ? Map.of() : versions;
            fields = fields == null ? Map.of() : fields;
            highlights = highlights == null ? Map.of() : highlights;
        }

        /** Returns the key in readable form, or in the requested format. */
        public String shownKey() {
            return Optional.ofNullable(keyText).orElse(key);
        }
    }
}
