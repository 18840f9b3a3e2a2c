/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a search; a component becomes a JSON name in snake_case. The JSON object is flat: those of the groups stand in it.
 *
 * @param facets by their names; absent if none was requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchAnswer(
        @JsonUnwrapped Run run,
        Total total,
        List<Hit> hits,
        @Nullable Map<String, FacetAnswer> facets,
        @JsonUnwrapped Checked checked,
        @JsonUnwrapped Paging paging,
        @JsonUnwrapped Cuts cuts,
        @JsonUnwrapped Basis basis) {

    /**
     * Describes how the answer was made.
     *
     * @param plan {@code search} if the index found the rows, {@code table} if their keys did
     * @param tookMs milliseconds inside the gateway
     */
    public record Run(String index, String plan, long tookMs) {}

    /**
     * The check of the hits.
     *
     * @param staleDropped hits that were left out because their rows are deleted or no longer match; the rows are announced for repair
     * @param verification how hits were checked, and the result
     */
    public record Checked(int staleDropped, Verification verification) {
        public static Checked of(FoundPage.Checks checks) {
            return new Checked(checks.stale(), Verification.of(checks));
        }
    }

    /**
     * The pages around this one.
     *
     * @param next cursor of the next page; absent if there is none
     * @param previous cursor of the previous page; absent if there is none, or none can be made
     * @param snapshot whether this page and those that its cursors lead to show the index as it was at one moment
     * @param viewLost whether the cursor's snapshot no longer existed, so that rows may be missing or repeated
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Paging(@Nullable String next, @Nullable String previous, boolean snapshot, boolean viewLost) {}

    /**
     * Lists what the answer may lack.
     *
     * @param timedOut whether the deadline cut something
     * @param partial whether hits may be missing that no cursor leads to
     * @param cut what was cut short, and why
     * @param degraded the backend that could not be reached and was skipped: {@code hbase} or {@code index}
     */
    public record Cuts(boolean timedOut, boolean partial, List<Cut> cut, List<String> degraded) {}

    /**
     * The data that the answer is based on.
     *
     * @param asOf how fresh the answer is
     * @param complete whether rows that existed before the index are in it
     * @param notes remarks for a reader of the hits
     * @param didYouMean a query that finds more, in which misspelled words are corrected; absent if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Basis(AsOf asOf, boolean complete, List<String> notes, @Nullable String didYouMean) {
        public Basis(AsOf asOf, boolean complete, List<String> notes) {
            this(asOf, complete, notes, null);
        }
    }

    /**
     * Number of matches.
     *
     * @param relation {@code eq}, or {@code gte} if there may be more
     * @param of {@code index}: documents that match, not rows that were checked; {@code table}: rows that were
     */
    public record Total(long value, String relation, String of) {
        public static Total of(long value, boolean isExact, String of) {
            return new Total(value, isExact ? "eq" : "gte", of);
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
     * @param document absent if the table answered
     * @param content absent if the row was not read
     * @param matchingCells for an index that finds cells: how many of the row's cells match, of which {@code columns} and the field {@code
     *     cell} have the first ones; else absent
     * @param distance if the hits are sorted by distance: that of the row's point in metres; absent if it has none
     * @param unmappable why there are no fields, if the row does not fit the definition
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Hit(
            String key,
            @Nullable String keyText,
            @JsonUnwrapped Matched document,
            @JsonUnwrapped @Nullable Content content,
            @Nullable Map<String, List<String>> highlights,
            @Nullable Long matchingCells,
            @Nullable Double distance,
            @Nullable String unmappable) {}

    /**
     * The document that matched; both are absent if the table answered.
     *
     * @param score how well it matched
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Matched(@Nullable Long version, @Nullable Float score) {}

    /**
     * The columns and fields of a row.
     *
     * @param columns by {@code family:qualifier}
     * @param versions column to its cells, newest first; absent unless more than the newest were requested
     * @param fields as the definition maps the row; absent if not requested
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Content(
            Map<String, CellView> columns,
            @Nullable Map<String, List<CellView>> versions,
            @Nullable Map<String, Object> fields) {}
}
