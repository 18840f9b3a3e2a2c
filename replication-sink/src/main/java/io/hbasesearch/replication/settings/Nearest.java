/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.Collection;

/** Suggests the intended word for a misspelt one. */
final class Nearest {
    private Nearest() {}

    /** Returns the candidate with the fewest edits to {@code word}, or null if none is within a third of its length. */
    static String to(String word, Collection<String> candidates) {
        String best = null;
        int bestDistance = word.length() / 3 + 1;
        for (String candidate : candidates) {
            int distance = distance(word, candidate);
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Computes the Levenshtein distance, one row of the table at a time. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
