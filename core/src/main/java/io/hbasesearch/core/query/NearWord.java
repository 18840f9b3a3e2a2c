/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
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

    private static final Comparator<NearWord> BEST_FIRST = Comparator.comparing(NearWord::similarity)
            .thenComparing(NearWord::documents)
            .reversed()
            .thenComparing(NearWord::text);

    public NearWord {
        Objects.requireNonNull(text, "text");
    }

    /** Returns the best of the words that several fields have: the most similar ones, and of equal ones those of more documents. */
    public static List<NearWord> best(Stream<NearWord> words) {
        return words
                .filter(word -> word.similarity() >= LEAST_SIMILARITY)
                .collect(Collectors.toMap(
                        NearWord::text,
                        word -> word,
                        (one, other) -> one.documents() >= other.documents() ? one : other))
                .values()
                .stream()
                .sorted(BEST_FIRST)
                .limit(MOST)
                .toList();
    }
}
