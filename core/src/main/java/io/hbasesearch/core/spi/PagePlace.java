/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/**
 * Where a page lies in the order of all matches.
 *
 * @param values of a hit, which is not part of the page itself
 * @param before whether the page ends right before that hit instead of beginning behind it; its hits come in the same order
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
