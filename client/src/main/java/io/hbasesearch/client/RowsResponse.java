/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;

/**
 * Several rows, read directly from HBase.
 *
 * @param rows those that exist, in the order of the keys
 * @param missing the keys without a row, in base64url
 * @param unread the keys whose rows do not fit this answer, or that HBase did not return, in base64url: request these next
 * @param cut why there are unread keys
 */
public record RowsResponse(
        String index,
        String table,
        List<RowResponse> rows,
        List<String> missing,
        List<String> unread,
        List<SearchResponse.Cut> cut) {
    public RowsResponse {
        rows = List.copyOf(rows);
        missing = List.copyOf(missing);
        unread = List.copyOf(unread);
        cut = cut == null ? List.of() : List.copyOf(cut);
    }
}
