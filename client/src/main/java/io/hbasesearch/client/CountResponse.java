/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;

/**
 * How many rows match; what the names mean, {@link SearchResponse} says.
 *
 * @param timedOut whether the deadline cut counting short
 * @param cut what was cut short, and why: there may be more rows then
 * @param degraded what could not be reached, and was done without: {@code hbase} or {@code index}
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
