/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.List;

/**
 * Values of a field, most frequent first.
 *
 * @param exact false if counts may be too low
 */
public record SuggestResponse(String index, String field, List<Value> values, boolean exact, boolean timedOut) {
    public SuggestResponse {
        values = List.copyOf(values);
    }

    /** @param count rows that have the value */
    public record Value(String value, long count) {}
}
