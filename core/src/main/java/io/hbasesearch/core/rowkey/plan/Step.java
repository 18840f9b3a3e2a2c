/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.rowkey.frame.Span;
import java.util.List;

/** How a branch goes on over one part of the key. */
sealed interface Step {
    /**
     * With these, and then with the next part.
     *
     * @param answered predicates that hold for all their keys
     * @param narrowing whether predicates had a share in it
     */
    record Extend(List<Branch> branches, List<Predicate> answered, boolean narrowing) implements Step {
        static Extend by(Branch branch) {
            return new Extend(List.of(branch), List.of(), false);
        }
    }

    /** With these keys, and no further. */
    record Close(List<Span> spans, List<Predicate> answered) implements Step {}

    /**
     * With any bytes of the part's width.
     *
     * @param few whether rows have so few of them that HBase's filter may go from one to the next
     */
    record Gap(int width, boolean few) implements Step {}

    /** With more of them than there may be: none was made. */
    record TooMany() implements Step {}

    /** Not at all. */
    record Stop() implements Step {}
}
