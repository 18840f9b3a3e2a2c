/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sort values of a hit, one for each {@link SortKey}, which mark the end of a page and the beginning of the next. A score is a
 * {@code Double}, a row the text of its document id; a field's value is a {@code String} (keyword), {@code Long} (int, long, date in
 * milliseconds, boolean as 0 or 1) or {@code Double} (float, double, metres from {@link SortKey.Distance#origin}), or null if the row has
 * none.
 */
public record SortValues(List<@Nullable Object> values) {
    /** The longest value that a caller may pass, in characters: a term has no more bytes. */
    private static final int MAX_TEXT = 32_766;

    public SortValues {
        if (values.size() > SortKey.MAX_KEYS + 1) {
            throw new IllegalArgumentException("too many sort values: " + values.size());
        }
        for (Object value : values) {
            boolean known =
                    value == null || value instanceof String || value instanceof Long || value instanceof Double;
            if (!known || (value instanceof String text && text.length() > MAX_TEXT)) {
                throw new IllegalArgumentException("a sort value is null, or a string, long or double");
            }
        }
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }
}
