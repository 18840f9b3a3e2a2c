/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.rowkey.frame.Span;
import java.util.List;

/** The extension of a branch over one part of the key. */
sealed interface Step {
    /** The branch continues with these branches, then with the next part.
     *
     * @param answered predicates that hold for all their keys
     * @param narrowing true if predicates contributed
     */
    record Extend(List<Branch> branches, List<Predicate> answered, boolean narrowing) implements Step {
        static Extend by(Branch branch) {
            return new Extend(List.of(branch), List.of(), false);
        }
    }

    /** The branch ends with these keys. */
    record Close(List<Span> spans, List<Predicate> answered) implements Step {}

    /** The branch continues with arbitrary bytes of the part's width.
     *
     * @param few true if rows have so few values that HBase's filter may skip from one to the next
     */
    record Gap(int width, boolean few) implements Step {}

    /** The branch would exceed the limit of branches; none was created. */
    record TooMany() implements Step {}

    /** The branch cannot continue. */
    record Stop() implements Step {}
}
