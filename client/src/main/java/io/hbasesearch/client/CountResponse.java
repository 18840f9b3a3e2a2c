/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;

/**
 * How many rows match; what the names mean, {@link SearchResponse} says.
 *
 * @param timedOut whether the deadline cut counting short
 */
public record CountResponse(
        String index,
        String plan,
        long tookMs,
        SearchResponse.Total total,
        boolean timedOut,
        SearchResponse.AsOf asOf,
        boolean complete,
        List<String> notes) {
    public CountResponse {
        notes = notes == null ? List.of() : List.copyOf(notes);
    }
}
