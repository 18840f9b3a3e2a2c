/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.Suggestion;
import java.util.Collection;
import java.util.TreeSet;

/** Hints for names that are not known. */
final class NameHints {
    private static final int MAX_LISTED = 20;

    private NameHints() {}

    static String hint(String written, Collection<String> known) {
        return Suggestion.nearest(written, known)
                .map(nearest -> "Did you mean '" + nearest + "'?")
                .orElseGet(() -> listed(known));
    }

    private static String listed(Collection<String> known) {
        if (known.isEmpty()) {
            return "There is none yet.";
        }
        String names = String.join(
                ", ", new TreeSet<>(known).stream().limit(MAX_LISTED).toList());
        return "There are: " + names + (known.size() > MAX_LISTED ? ", ..." : ".");
    }
}
