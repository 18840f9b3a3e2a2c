/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a search; a component becomes a JSON name in snake_case.
 *
 * @param plan {@code search} if the index found the rows, {@code table} if their keys told
 * @param facets by their names; absent if none was asked for
 * @param staleDropped hits that were left out, as their rows are gone or match no more; their rows are announced for repair
 * @param verification how hits were checked, and what that brought
 * @param next cursor of the page behind; absent if there is none
 * @param previous cursor of the page before; absent if there is none, or none can be made
 * @param snapshot whether this page and those that its cursors lead to show the index as it was at one moment
 * @param viewLost whether the snapshot that a cursor paged through was gone, so that rows may be missing or come twice
 * @param timedOut whether the deadline cut something
 * @param partial whether hits may be missing that no cursor leads to
 * @param cut what was cut short, and why
 * @param degraded what could not be reached, and was done without: {@code hbase} or {@code index}
 * @param asOf up to when the answer shows what was written
 * @param complete whether rows that existed before the index are in it
 * @param notes what a reader of the hits should know, in words
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SearchAnswer(
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
     * @param relation {@code eq}, or {@code gte} if there may be more
     * @param of {@code index}: documents that match, not rows that were checked; {@code table}: rows that were
     */
    record Total(long value, String relation, String of) {
        static Total of(FoundPage page) {
            return new Total(page.total(), page.totalIsExact() ? "eq" : "gte", page.totalOf());
        }
    }

    /**
     * @param mode what was done: {@code none}, {@code exists}, {@code version} or {@code match}
     * @param checked hits that were looked at
     * @param stale hits that were hidden
     * @param behind hits whose documents were behind their rows, hidden or shown as the rows are now
     * @param refilled hits that took the places of hidden ones
     */
    record Verification(String mode, int checked, int stale, int behind, int refilled) {
        static Verification of(FoundPage.Checks checks) {
            return new Verification(
                    checks.mode().parameter(), checks.checked(), checks.stale(), checks.behind(), checks.refilled());
        }
    }

    /**
     * @param stage {@code search}, {@code fetch}, {@code refill}, {@code scan}, {@code highlight}, {@code versions} or {@code
     *     bytes}; of a row {@code columns}
     * @param reason {@code time}: the deadline; {@code bytes}, {@code rows} or {@code columns}: as many as one answer may have or
     *     cost; {@code busy}: a backend was asked as often as it may be; {@code down}: it could not be reached
     */
    record Cut(String stage, String reason, String detail) {
        static final String TIME = "time";
        static final String BUSY = "busy";
        static final String DOWN = "down";
        static final String SEARCH = "search";
        static final String FETCH = "fetch";
        static final String BYTES = "bytes";
        static final String COLUMNS = "columns";

        static Cut ofTime(String stage, String detail) {
            return new Cut(stage, TIME, detail);
        }

        /** A page that is shorter than it was to be, as its rows are large: the rest is on the next one. */
        static Cut ofBytes(long most) {
            return new Cut(
                    BYTES,
                    BYTES,
                    "the page ends here as one answer has at most " + most + " bytes of rows (gateway.maxAnswerBytes)");
        }

        /** Of a row whose cells, or the versions of these that were asked for, have more bytes than the gateway has room for. */
        static Cut ofRowBytes() {
            return new Cut(
                    COLUMNS,
                    BYTES,
                    "the row has more bytes than the gateway reads of one (indexer.maxRowBytes): name the columns that are wanted, or"
                            + " ask for fewer versions");
        }

        /** Of a row that has more columns than an answer shows. */
        static Cut ofColumns(String detail) {
            return new Cut(COLUMNS, COLUMNS, detail);
        }

        /** A page that ends where as many rows were looked at as one may cost: the next one goes on there. */
        static Cut ofRows(String stage, String detail) {
            return new Cut(stage, "rows", detail);
        }

        /** Whether the deadline did it. */
        boolean isOfTime() {
            return reason.equals(TIME);
        }

        boolean isOfBytes() {
            return stage.equals(BYTES);
        }

        /** Whether hits may be missing that no cursor leads to: the index passed documents over. */
        boolean losesHits() {
            return stage.equals(SEARCH);
        }
    }

    /**
     * A row that matched, as HBase has it now.
     *
     * @param key in the requested format
     * @param keyText as people read it
     * @param version of the document that matched; absent if the table answered
     * @param score absent if the table answered
     * @param columns absent, as fields are, if the row was not read
     * @param fields absent also if they were not wanted
     * @param versions column to its cells, the newest first; absent unless more than the newest were asked for
     * @param matchingCells where cells are found: how many of the row's match, of which {@code columns} and the field {@code cell}
     *     have the first ones; else absent
     * @param unmappable why there are no fields, if the row does not fit the definition
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Hit(
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
