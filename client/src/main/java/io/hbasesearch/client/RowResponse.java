/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;
import java.util.Map;

/**
 * One row, read directly from HBase.
 *
 * @param table namespace and name
 * @param key in base64url
 * @param keyText in readable form; null for bytes that are not text
 * @param columns by {@code family:qualifier}
 * @param fields as the index definition maps the row
 * @param unmappable why there are no fields; null if there are
 * @param cut what is missing of a very wide row; empty if nothing is
 */
public record RowResponse(
        String index,
        String table,
        String key,
        String keyText,
        Map<String, CellValue> columns,
        Map<String, Object> fields,
        String unmappable,
        List<SearchResponse.Cut> cut) {
    public RowResponse {
        cut = cut == null ? List.of() : List.copyOf(cut);
    }
}
