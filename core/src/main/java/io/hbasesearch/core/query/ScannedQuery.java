/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.queryparser.flexible.core.util.UnescapedCharSequence;

/** A query as it is passed to Lucene's grammar, with the original position of each character. Immutable. */
final class ScannedQuery {
    /** Begins the word that stands for a regular expression, because Lucene's grammar does not keep their positions. */
    static final char EXPRESSION = '\uE000';

    private final String text;
    private final int[] origins;
    private final List<String> expressions;
    private final int open;
    private final int end;

    private ScannedQuery(String text, int[] origins, List<String> expressions, int open, int end) {
        this.end = end;
        this.text = text;
        this.origins = origins;
        this.expressions = List.copyOf(expressions);
        this.open = open;
    }

    /** Tells if a phrase that ends at this offset of the text is still typed. */
    boolean isOpen(int end) {
        return open >= 0 && end >= open;
    }

    /** Returns the offset behind what was typed: parentheses that are still open are closed there. */
    int end() {
        return end;
    }

    /** The regular expression that a word stands for. */
    Optional<String> expression(CharSequence word) {
        boolean isTyped = word instanceof UnescapedCharSequence unescaped && !word.isEmpty() && unescaped.wasEscaped(0);
        return word.length() < 2 || word.charAt(0) != EXPRESSION || isTyped
                ? Optional.empty()
                : Optional.of(expressions.get(Integer.parseInt(word.toString().substring(1))));
    }

    String text() {
        return text;
    }

    /** The position in the original text, from 1. */
    int position(int offset) {
        if (origins.length == 0) {
            return 1;
        }
        return origins[Math.max(0, Math.min(offset, origins.length - 1))] + 1;
    }

    /** Collects characters with their original positions. For one thread. */
    static final class Builder {
        private final StringBuilder text;
        private int[] origins;
        private final List<String> expressions = new ArrayList<>();
        private int open = -1;
        private int end = -1;

        Builder(int expected) {
            text = new StringBuilder(expected + 16);
            origins = new int[expected + 16];
        }

        void add(char c, int origin) {
            if (text.length() == origins.length) {
                origins = Arrays.copyOf(origins, origins.length * 2);
            }
            origins[text.length()] = origin;
            text.append(c);
        }

        /** Adds consecutive characters, whose first position is {@code origin}. */
        void add(String characters, int origin) {
            for (int i = 0; i < characters.length(); i++) {
                add(characters.charAt(i), origin + i);
            }
        }

        /** Adds the word that stands for a regular expression. */
        void addExpression(String expression, int origin) {
            add(EXPRESSION, origin);
            for (char digit : String.valueOf(expressions.size()).toCharArray()) {
                add(digit, origin);
            }
            expressions.add(expression);
        }

        /** Remembers that the phrase that ends here is still typed. */
        void open() {
            open = text.length();
        }

        /** Remembers that nothing was typed behind this. */
        void end() {
            end = text.length();
        }

        int length() {
            return text.length();
        }

        String from(int start) {
            return text.substring(start);
        }

        boolean endsWith(char c) {
            return text.length() > 0 && text.charAt(text.length() - 1) == c;
        }

        /** Replaces {@code c} with a blank if it is the last non-blank character. */
        boolean blankOutLast(char c) {
            int last = text.length() - 1;
            while (last >= 0 && text.charAt(last) == ' ') {
                last--;
            }
            if (last < 0 || text.charAt(last) != c) {
                return false;
            }
            text.setCharAt(last, ' ');
            return true;
        }

        ScannedQuery build() {
            return new ScannedQuery(
                    text.toString(),
                    Arrays.copyOf(origins, text.length()),
                    expressions,
                    open,
                    end < 0 ? text.length() : end);
        }
    }
}
