/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.util.List;

/**
 * The values of a field that begin as somebody has begun to type, the most frequent first.
 *
 * @param exact false if counts may be too low
 */
record SuggestAnswer(
        String index,
        String field,
        long tookMs,
        List<Value> values,
        boolean exact,
        boolean timedOut,
        AsOf asOf,
        boolean complete) {
    /** @param count rows that have it, as the index counts them */
    record Value(String value, long count) {}
}
