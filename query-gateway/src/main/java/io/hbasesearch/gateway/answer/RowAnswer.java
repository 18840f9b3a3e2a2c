/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row, read directly from HBase; the names are those of {@link SearchAnswer.Hit}.
 *
 * @param cut absent if the row is complete; otherwise {@code columns}, and therefore {@code fields}, may lack later columns
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RowAnswer(
        @JsonUnwrapped Address row,
        @JsonUnwrapped SearchAnswer.Content content,
        @Nullable String unmappable,
        @Nullable List<SearchAnswer.Cut> cut,
        AsOf asOf) {
    /**
     * The row's place.
     *
     * @param table namespace and name
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Address(String index, String table, String key, @Nullable String keyText) {}
}
