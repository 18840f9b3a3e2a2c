/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import java.util.List;

/** Number of matching rows; the names are those of {@link SearchAnswer}. */
public record CountAnswer(
        String index,
        String plan,
        long tookMs,
        SearchAnswer.Total total,
        boolean timedOut,
        List<SearchAnswer.Cut> cut,
        List<String> degraded,
        AsOf asOf,
        boolean complete,
        List<String> notes) {
    public static CountAnswer of(SearchAnswer answer) {
        return new CountAnswer(
                answer.index(),
                answer.plan(),
                answer.tookMs(),
                answer.total(),
                answer.timedOut(),
                answer.cut(),
                answer.degraded(),
                answer.asOf(),
                answer.complete(),
                answer.notes());
    }
}
