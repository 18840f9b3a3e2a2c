/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a search; a component becomes a JSON name in snake_case.
 *
 * @param plan {@code search} if the index found the rows, {@code table} if their keys did
 * @param facets by their names; absent if none was requested
 * @param staleDropped hits that were left out because their rows are deleted or no longer match; the rows are announced for repair
 * @param verification how hits were checked, and the result
 * @param next cursor of the next page; absent if there is none
 * @param previous cursor of the previous page; absent if there is none, or none can be made
 * @param snapshot whether this page and those that its cursors lead to show the index as it was at one moment
 * @param viewLost whether the cursor's snapshot no longer existed, so that rows may be missing or repeated
 * @param timedOut whether the deadline cut something
 * @param partial whether hits may be missing that no cursor leads to
 * @param cut what was cut short, and why
 * @param degraded the backend that could not be reached and was skipped: {@code hbase} or {@code index}
 * @param asOf how fresh the answer is
 * @param complete whether rows that existed before the index are in it
 * @param notes remarks for a reader of the hits
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchAnswer(
        String index,
        String plan,
        long tookMs,
        Total total,
        List<Hit> hits,
        @Nullable Map<String, FacetAnswer> facets,
        int staleDropped,
        Verification verification,
        @Nullable String next,
        @Nullable String previous,
        boolean snapshot,
        boolean viewLost,
        boolean timedOut,
        boolean partial,
        List<Cut> cut,
        List<String> degraded,
        AsOf asOf,
        boolean complete,
        List<String> notes) {

    /**
     * Number of matches.
     *
     * @param relation {@code eq}, or {@code gte} if there may be more
     * @param of {@code index}: documents that match, not rows that were checked; {@code table}: rows that were
     */
    public record Total(long value, String relation, String of) {
        public static Total of(FoundPage page) {
            return new Total(page.total(), page.totalIsExact() ? "eq" : "gte", page.totalOf());
        }
    }

    /**
     * Result of checking the hits.
     *
     * @param mode what was done: {@code none}, {@code exists}, {@code version} or {@code match}
     * @param checked hits that were examined
     * @param stale hits that were hidden
     * @param behind hits whose documents lagged behind their rows; they are hidden, or shown as the rows are now
     * @param refilled hits that replaced hidden ones
     */
    public record Verification(String mode, int checked, int stale, int behind, int refilled) {
        public static Verification of(FoundPage.Checks checks) {
            return new Verification(
                    checks.mode().parameter(), checks.checked(), checks.stale(), checks.behind(), checks.refilled());
        }
    }

    /**
     * Something that was cut short.
     *
     * @param stage {@code search}, {@code fetch}, {@code refill}, {@code scan}, {@code highlight}, {@code versions} or {@code bytes}; of a
     *     row {@code columns}
     * @param reason {@code time}: the deadline; {@code bytes}, {@code rows} or {@code columns}: the limit of one answer; {@code busy}: a
     *     backend's call limit was reached; {@code down}: a backend could not be reached
     */
    public record Cut(String stage, String reason, String detail) {
        public static final String TIME = "time";
        public static final String BUSY = "busy";
        public static final String DOWN = "down";
        public static final String SEARCH = "search";
        public static final String FETCH = "fetch";
        public static final String BYTES = "bytes";
        public static final String COLUMNS = "columns";

        public static Cut ofTime(String stage, String detail) {
            return new Cut(stage, TIME, detail);
        }

        /** Marks a page that ends early because its rows are large; the rest is on the next page. */
        public static Cut ofBytes(long most) {
            return new Cut(
                    BYTES,
                    BYTES,
                    "the page ends here because one answer has at most " + most
                            + " bytes of rows (gateway.maxAnswerBytes), and fewer while other requests hold many");
        }

        /** Marks a row whose cells, or requested versions, have more bytes than the gateway reads. */
        public static Cut ofRowBytes() {
            return new Cut(
                    COLUMNS,
                    BYTES,
                    "the row has more bytes than the gateway reads (indexer.maxRowBytes): name the columns that you need, or"
                            + " request fewer versions");
        }

        /** Marks a row that has more columns than an answer shows. */
        public static Cut ofColumns(String detail) {
            return new Cut(COLUMNS, COLUMNS, detail);
        }

        /** Marks a page that ends because it reached the limit of examined rows; the next page continues there. */
        public static Cut ofRows(String stage, String detail) {
            return new Cut(stage, "rows", detail);
        }

        /** Tells whether the deadline caused it. */
        @JsonIgnore
        public boolean isOfTime() {
            return reason.equals(TIME);
        }

        @JsonIgnore
        public boolean isOfBytes() {
            return stage.equals(BYTES);
        }

        /** Tells whether hits may be missing that no cursor leads to: the index skipped documents. */
        public boolean losesHits() {
            return stage.equals(SEARCH);
        }
    }

    /**
     * A row that matched, as HBase has it now.
     *
     * @param key in the requested format
     * @param keyText in readable form
     * @param version of the document that matched; absent if the table answered
     * @param score absent if the table answered
     * @param columns absent, like fields, if the row was not read
     * @param fields also absent if not requested
     * @param versions column to its cells, newest first; absent unless more than the newest were requested
     * @param matchingCells for an index that finds cells: how many of the row's cells match, of which {@code columns} and the field {@code
     *     cell} have the first ones; else absent
     * @param unmappable why there are no fields, if the row does not fit the definition
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Hit(
            String key,
            @Nullable String keyText,
            @Nullable Long version,
            @Nullable Float score,
            @Nullable Map<String, CellView> columns,
            @Nullable Map<String, List<CellView>> versions,
            @Nullable Map<String, Object> fields,
            @Nullable Map<String, List<String>> highlights,
            @Nullable Long matchingCells,
            @Nullable String unmappable) {}
}
