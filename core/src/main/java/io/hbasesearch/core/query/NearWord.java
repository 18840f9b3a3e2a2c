/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A word of the index that is spelled almost like another.
 *
 * @param similarity 1 minus the edits of each letter, of the shorter word
 * @param documents that have the word; in several fields, those of the field with the most
 */
public record NearWord(String text, float similarity, long documents) {
    /** Edits between two words; exchanged neighbours are one. */
    public static final int MAX_EDITS = 2;

    /** Characters at the beginning that are never misspelled. */
    public static final int SAME_BEGINNING = 1;

    /** The fewest characters of a word that is looked up. */
    public static final int MIN_LENGTH = 4;

    /** A word that at least as many documents of a field have is not looked up in it, and need not be in other fields. */
    public static final int KNOWN_FROM = 3;

    /** The most words of an answer. */
    public static final int MOST = 5;

    /** Two edits are too many for a word of less than six letters. */
    private static final float LEAST_SIMILARITY = 0.65f;

    private static final String VOWELS = "aeiouy";

    private static final Comparator<Rated> BEST_FIRST = Comparator.comparingInt(Rated::edits)
            .thenComparing(Comparator.comparingInt(Rated::consonants).reversed())
            .thenComparing(Comparator.comparingInt(Rated::letters).reversed())
            .thenComparing(Comparator.comparingLong((Rated each) -> each.near().documents())
                    .reversed())
            .thenComparing(each -> each.near().text());

    /**
     * Holds what near words are ordered by.
     *
     * @param consonants that it shares with the word that was looked up
     * @param letters that it shares with that word, vowels included
     */
    private record Rated(NearWord near, int edits, int consonants, int letters) {
        static Rated of(NearWord near, String word) {
            int vowels = shared(near.text(), word, true);
            int letters = shared(near.text(), word, false) + vowels;
            return new Rated(near, NearWord.edits(near.text(), word), letters - vowels, letters);
        }
    }

    public NearWord {
        Objects.requireNonNull(text, "text");
    }

    /**
     * Returns the best of the words that several fields have: those with the fewest edits, of equal ones those that share the most consonants
     * and letters, and of these those of the most documents.
     *
     * @param word that was looked up
     */
    public static List<NearWord> best(String word, Stream<NearWord> words) {
        String lower = word.toLowerCase(Locale.ROOT);
        return words
                .filter(near -> near.similarity() >= LEAST_SIMILARITY)
                .collect(Collectors.toMap(
                        NearWord::text,
                        near -> near,
                        (one, other) -> one.documents() >= other.documents() ? one : other))
                .values()
                .stream()
                .map(near -> Rated.of(near, lower))
                .sorted(BEST_FIRST)
                .limit(MOST)
                .map(Rated::near)
                .toList();
    }

    /** Counts the characters that both texts have, vowels or others, each as often as both have it. */
    private static int shared(String one, String other, boolean vowels) {
        StringBuilder left = new StringBuilder(other);
        int shared = 0;
        for (char c : one.toCharArray()) {
            int at = left.indexOf(String.valueOf(c));
            if (at >= 0 && VOWELS.indexOf(c) >= 0 == vowels) {
                left.deleteCharAt(at);
                shared++;
            }
        }
        return shared;
    }

    /** Returns the number of edits between two texts, of which an exchange of neighbours is one. */
    private static int edits(String one, String other) {
        int[] beforeLast = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        int[] current = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
            current[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, 1 + Math.min(last[j], current[j - 1]));
                boolean isExchanged = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                if (isExchanged) {
                    current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
                }
            }
        }
        return current[other.length()];
    }
}
