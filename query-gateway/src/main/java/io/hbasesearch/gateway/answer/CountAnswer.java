/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/** Number of matching rows; the names are those of {@link SearchAnswer}. */
public record CountAnswer(
        @JsonUnwrapped SearchAnswer.Run run,
        SearchAnswer.Total total,
        boolean timedOut,
        List<SearchAnswer.Cut> cut,
        List<String> degraded,
        @JsonUnwrapped SearchAnswer.Basis basis) {
    public static CountAnswer of(SearchAnswer answer) {
        SearchAnswer.Cuts cuts = answer.cuts();
        return new CountAnswer(
                answer.run(), answer.total(), cuts.timedOut(), cuts.cut(), cuts.degraded(), answer.basis());
    }
}
