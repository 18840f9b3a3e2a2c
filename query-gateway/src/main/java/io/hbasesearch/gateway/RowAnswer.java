/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row, straight from HBase; the names as in {@link SearchAnswer.Hit}.
 *
 * @param table namespace and name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RowAnswer(
        String index,
        String table,
        String key,
        @Nullable String keyText,
        Map<String, CellView> columns,
        Map<String, Object> fields,
        @Nullable String unmappable) {}
