/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;

/**
 * Number of matching rows; the names are those of {@link SearchResponse}.
 *
 * @param timedOut whether the deadline cut counting short
 * @param cut what was cut short, and why: there may be more rows then
 * @param degraded the backend that could not be reached and was skipped: {@code hbase} or {@code index}
 */
public record CountResponse(
        String index,
        String plan,
        long tookMs,
        SearchResponse.Total total,
        boolean timedOut,
        List<SearchResponse.Cut> cut,
        List<String> degraded,
        SearchResponse.AsOf asOf,
        boolean complete,
        List<String> notes) {
    public CountResponse {
        cut = cut == null ? List.of() : List.copyOf(cut);
        degraded = degraded == null ? List.of() : List.copyOf(degraded);
        notes = notes == null ? List.of() : List.copyOf(notes);
    }
}
