/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import java.util.Random;

/** Words and characters that come as often as real ones: few of them nearly always, most of them hardly ever. For one thread. */
final class Vocabulary {
    private static final int WORDS = 30_000;
    private static final int CHARACTERS = 3_000;
    private static final char FIRST_CHARACTER = '\u4e00';
    private static final String CONSONANTS = "bcdfghklmnprstvw";
    private static final String VOWELS = "aeiou";
    private static final int MOST_SYLLABLES = 4;
    private static final int WORDS_OF_A_SENTENCE = 12;

    private final Random random;
    private final String[] words = new String[WORDS];

    Vocabulary(Random random) {
        this.random = random;
        for (int i = 0; i < WORDS; i++) {
            words[i] = word();
        }
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        for (int syllables = 1 + random.nextInt(MOST_SYLLABLES); syllables > 0; syllables--) {
            word.append(CONSONANTS.charAt(random.nextInt(CONSONANTS.length())))
                    .append(VOWELS.charAt(random.nextInt(VOWELS.length())));
        }
        return word.toString();
    }

    /** Sentences of so many words. */
    String english(int least, int most) {
        int number = between(least, most);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            text.append(i == 0 ? "" : i % WORDS_OF_A_SENTENCE == 0 ? ". " : " ").append(words[rank(WORDS)]);
        }
        return text.toString();
    }

    /** Sentences of so many characters. */
    String chinese(int least, int most) {
        int number = between(least, most);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < number; i++) {
            text.append((char) (FIRST_CHARACTER + rank(CHARACTERS)));
            if (i % WORDS_OF_A_SENTENCE == WORDS_OF_A_SENTENCE - 1) {
                text.append('\u3002');
            }
        }
        return text.toString();
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** By Zipf's law: a rank's logarithm is evenly spread. */
    private int rank(int number) {
        return (int) Math.pow(number, random.nextDouble()) - 1;
    }
}
