/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** Finds the name that a user probably meant. */
public final class Suggestion {
    /** The number of characters per allowed typing error. */
    private static final int CHARACTERS_FOR_EACH_ERROR = 3;

    private Suggestion() {}

    /** Finds the accepted name that is most similar to {@code written}, if any is similar; case, {@code -} and {@code _} are ignored. */
    public static Optional<String> nearest(String written, Collection<String> accepted) {
        String wanted = plain(written);
        return accepted.stream()
                .filter(name -> errors(wanted, plain(name)) >= 0)
                .min(Comparator.comparingInt((String name) -> errors(wanted, plain(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Counts the typing errors; -1 if there are too many. */
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
