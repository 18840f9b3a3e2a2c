/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** Values of a field that begin with what the user has typed, most frequent first. */
public record SuggestAnswer(
        String index, String field, long tookMs, @JsonUnwrapped Found found, AsOf asOf, boolean complete) {
    /** @param exact false if counts may be too low */
    public record Found(List<Value> values, boolean exact, boolean timedOut) {}

    /** @param count rows that have the value, as the index counts them */
    public record Value(String value, long count) {}
}
