/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.gateway.answer.AsOf;
import org.jspecify.annotations.Nullable;

/**
 * Answer for a fence that was reached: searches that begin now see the row as it was when the fence was requested, or later.
 *
 * @param key in the requested format
 * @param version of the row's event; the index shows this version or a later one
 * @param state {@code document}, {@code deleted} for a deleted row, or {@code failed} for a row that cannot be indexed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FenceAnswer(
        String index, String key, @Nullable String keyText, long version, String state, long tookMs, AsOf asOf) {}
