/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.error.Suggestion;
import java.util.Collection;
import java.util.TreeSet;

/** Suggests known names for an unknown one. */
public final class NameHints {
    private static final int MAX_LISTED = 20;

    private NameHints() {}

    public static String hint(String written, Collection<String> known) {
        return Suggestion.nearest(written, known)
                .map(nearest -> "Did you mean '" + nearest + "'?")
                .orElseGet(() -> listed(known));
    }

    static String listed(Collection<String> known) {
        if (known.isEmpty()) {
            return "None exists yet.";
        }
        String names = String.join(
                ", ", new TreeSet<>(known).stream().limit(MAX_LISTED).toList());
        return "Known names: " + names + (known.size() > MAX_LISTED ? ", ..." : ".");
    }
}
