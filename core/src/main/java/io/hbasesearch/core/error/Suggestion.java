/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** Finds the name that somebody probably meant. */
public final class Suggestion {
    /** One typing error for every so many characters still counts as the same word. */
    private static final int CHARACTERS_FOR_EACH_ERROR = 3;

    private Suggestion() {}

    /** The accepted name nearest to {@code written}, if one is near; case, {@code -} and {@code _} do not count. */
    public static Optional<String> nearest(String written, Collection<String> accepted) {
        String wanted = plain(written);
        return accepted.stream()
                .filter(name -> errors(wanted, plain(name)) >= 0)
                .min(Comparator.comparingInt((String name) -> errors(wanted, plain(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The number of typing errors, or -1 if there are too many. */
    private static int errors(String written, String name) {
        int allowed = Math.max(1, Math.max(written.length(), name.length()) / CHARACTERS_FOR_EACH_ERROR);
        if (written.length() < 2 || Math.abs(written.length() - name.length()) > allowed) {
            return written.equals(name) ? 0 : -1;
        }
        return new DamerauLevenshteinDistance(allowed).apply(written, name);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
