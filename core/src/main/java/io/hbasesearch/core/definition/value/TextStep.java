/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.List;
import java.util.Locale;

/** One transformation of a text: a pure function. Immutable. */
public sealed interface TextStep {
    String FORM = "lower, upper, trim, substring FROM, substring FROM TO, or piece N SEPARATOR";

    String apply(String text);

    /** Converts to lower case. */
    record Lower() implements TextStep {
        @Override
        public String apply(String text) {
            return text.toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return "lower";
        }
    }

    /** Converts to upper case. */
    record Upper() implements TextStep {
        @Override
        public String apply(String text) {
            return text.toUpperCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return "upper";
        }
    }

    /** Removes blanks at both ends. */
    record Trim() implements TextStep {
        @Override
        public String apply(String text) {
            return text.strip();
        }

        @Override
        public String toString() {
            return "trim";
        }
    }

    /**
     * Takes the characters from one position to before another, or fewer if the text is shorter. A pair of surrogates counts as one
     * character.
     *
     * @param from counted from 0
     */
    record Substring(int from, int to) implements TextStep {
        public Substring {
            if (from < 0 || to < from) {
                throw new IllegalArgumentException("a substring must end after its beginning");
            }
        }

        @Override
        public String apply(String text) {
            int length = text.codePointCount(0, text.length());
            int begin = text.offsetByCodePoints(0, Math.min(from, length));
            return text.substring(begin, text.offsetByCodePoints(begin, Math.min(to, length) - Math.min(from, length)));
        }

        @Override
        public String toString() {
            return "substring " + from + (to == Integer.MAX_VALUE ? "" : " " + to);
        }
    }

    /**
     * Takes the text between two separators, where the text's beginning and end count as separators; nothing if there are too few.
     *
     * @param number from 1
     */
    record Piece(int number, String separator) implements TextStep {
        public Piece {
            if (number < 1 || separator.isEmpty()) {
                throw new IllegalArgumentException("pieces are counted from 1");
            }
        }

        @Override
        public String apply(String text) {
            int from = 0;
            for (int i = 1; i < number; i++) {
                int end = text.indexOf(separator, from);
                if (end < 0) {
                    return "";
                }
                from = end + separator.length();
            }
            int end = text.indexOf(separator, from);
            return text.substring(from, end < 0 ? text.length() : end);
        }

        @Override
        public String toString() {
            return "piece " + number + " " + separator;
        }
    }

    /** @throws IllegalArgumentException if the text is not a step */
    static TextStep parse(String text) {
        List<String> words = List.of(text.split(" ", 3));
        return switch (words.get(0)) {
            case "lower" -> only(words, new Lower());
            case "upper" -> only(words, new Upper());
            case "trim" -> only(words, new Trim());
            case "substring" ->
                new Substring(
                        Integer.parseInt(word(words, 1)),
                        words.size() == 2 ? Integer.MAX_VALUE : Integer.parseInt(words.get(2)));
            case "piece" -> new Piece(Integer.parseInt(word(words, 1)), word(words, 2));
            default -> throw new IllegalArgumentException("no such step");
        };
    }

    private static TextStep only(List<String> words, TextStep step) {
        if (words.size() > 1) {
            throw new IllegalArgumentException("the step has too many arguments");
        }
        return step;
    }

    private static String word(List<String> words, int position) {
        if (words.size() <= position) {
            throw new IllegalArgumentException("an argument is missing");
        }
        return words.get(position);
    }
}
