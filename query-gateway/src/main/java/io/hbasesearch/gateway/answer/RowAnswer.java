/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row, read directly from HBase; the names are those of {@link SearchAnswer.Hit}.
 *
 * @param table namespace and name
 * @param cut absent if the row is complete; otherwise {@code columns}, and therefore {@code fields}, may lack later columns
 * @param versions column to its cells, newest first; absent unless more than the newest were requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RowAnswer(
        String index,
        String table,
        String key,
        @Nullable String keyText,
        Map<String, CellView> columns,
        @Nullable Map<String, List<CellView>> versions,
        Map<String, Object> fields,
        @Nullable String unmappable,
        @Nullable List<SearchAnswer.Cut> cut,
        AsOf asOf) {}
