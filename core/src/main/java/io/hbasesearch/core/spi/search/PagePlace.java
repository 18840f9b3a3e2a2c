/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import java.util.Objects;

/**
 * The place of a page in the order of all matches.
 *
 * @param values of a hit, which is not part of the page itself
 * @param before true if the page ends right before that hit instead of beginning after it; the order of hits is the same
 */
public record PagePlace(SortValues values, boolean before) {
    public PagePlace {
        Objects.requireNonNull(values, "values");
    }

    public static PagePlace after(SortValues values) {
        return new PagePlace(values, false);
    }

    public static PagePlace before(SortValues values) {
        return new PagePlace(values, true);
    }
}
