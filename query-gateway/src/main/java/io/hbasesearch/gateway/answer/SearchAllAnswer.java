/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a search over several indexes; the names are those of {@link SearchAnswer}, and each hit names its index.
 *
 * @param total the sum over the indexes
 * @param facets merged by their names; absent if none was requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchAllAnswer(
        @JsonUnwrapped Run run,
        SearchAnswer.Total total,
        List<Hit> hits,
        @Nullable Map<String, FacetAnswer> facets,
        @JsonUnwrapped SearchAnswer.Checked checked,
        @JsonUnwrapped SearchAnswer.Paging paging,
        @JsonUnwrapped SearchAnswer.Cuts cuts,
        @JsonUnwrapped SearchAnswer.Basis basis) {

    /** Returns the answer of the only index. */
    public static SearchAllAnswer of(SearchAnswer answer) {
        SearchAnswer.Run run = answer.run();
        return new SearchAllAnswer(
                new Run(run.index(), run.plan(), List.of(OfIndex.of(answer)), run.tookMs()),
                answer.total(),
                answer.hits().stream().map(hit -> new Hit(run.index(), hit)).toList(),
                answer.facets(),
                answer.checked(),
                answer.paging(),
                answer.cuts(),
                answer.basis());
    }

    /**
     * Describes how the answer was made.
     *
     * @param index the names of the indexes, separated by commas
     * @param plan {@code search} or {@code table}; {@code mixed} if it differs between the indexes
     * @param indexes the part of each index, in the order of the request
     */
    public record Run(String index, String plan, List<OfIndex> indexes, long tookMs) {}

    /** The part of one index; all but the name is absent if the index did not answer. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OfIndex(
            String index, @Nullable String plan, SearchAnswer.@Nullable Total total, @Nullable AsOf asOf) {
        public static OfIndex of(SearchAnswer answer) {
            return new OfIndex(
                    answer.run().index(),
                    answer.run().plan(),
                    answer.total(),
                    answer.basis().asOf());
        }

        public static OfIndex missing(String index) {
            return new OfIndex(index, null, null, null);
        }
    }

    /** A row that matched, and the index that has it. */
    public record Hit(String index, @JsonUnwrapped SearchAnswer.Hit hit) {}
}
