/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Splits a text into words by the documented rules, without an analyzer: the expectation of random queries. Words are in lower case. Immutable.
 *
 * @param byCharacter whether the index has Chinese, Japanese and Korean by single characters and by pairs of them
 */
record WrittenText(List<Token> tokens, boolean byCharacter) {
    /**
     * One word.
     *
     * @param start its place in the text
     * @param joins whether it is a character that follows another one directly
     */
    record Token(String text, int start, int end, boolean isCjk, boolean joins) {}

    private static final Set<UnicodeScript> SINGLE = Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA);
    private static final int LONG_VOWEL = 'ー';

    static WrittenText of(String text, boolean byCharacter) {
        List<Token> tokens = new ArrayList<>();
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            int end = endOfWord(text, at);
            boolean isCjk = isCjk(c);
            for (int from = at; from < end; ) {
                int to = isCjk && byCharacter ? from + Character.charCount(text.codePointAt(from)) : end;
                Token last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
                boolean joins = isCjk && last != null && last.isCjk() && last.end() == from;
                String word = shown(text.substring(from, to), byCharacter);
                tokens.add(new Token(word, from, to, isCjk, joins));
                from = to;
            }
            at = Math.max(end, at + Character.charCount(c));
        }
        return new WrittenText(List.copyOf(tokens), byCharacter);
    }

    /** Returns the form as it is written, and the forms NFC and NFD; of an analysed text with Hangul only the first. */
    static Set<String> forms(String text, boolean isAnalysed) {
        Set<String> forms = new LinkedHashSet<>(List.of(text));
        if (!isAnalysed || text.codePoints().noneMatch(c -> UnicodeScript.of(c) == UnicodeScript.HANGUL)) {
            forms.add(Normalizer.normalize(text, Normalizer.Form.NFC));
            forms.add(Normalizer.normalize(text, Normalizer.Form.NFD));
        }
        return forms;
    }

    /** Changes each letter by itself: the place of a Greek sigma in its word has no effect. */
    static String lower(String text) {
        return text.codePoints()
                .map(Character::toLowerCase)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static String shown(String word, boolean inOneWidth) {
        return inOneWidth && isFullWidth(word) ? lower(Normalizer.normalize(word, Normalizer.Form.NFKC)) : lower(word);
    }

    /** Tells if there is a full-width letter or digit, which only an index with characters has in one width with others. */
    static boolean isFullWidth(String text) {
        return text.codePoints().anyMatch(c -> c >= '\uff10' && c <= '\uff5a');
    }

    private static boolean isCjk(int c) {
        UnicodeScript script = UnicodeScript.of(c);
        return SINGLE.contains(script)
                || script == UnicodeScript.KATAKANA
                || script == UnicodeScript.HANGUL
                || c == LONG_VOWEL;
    }

    /** Returns the place after the word that begins here; the same place if none does. */
    private static int endOfWord(String text, int at) {
        int c = text.codePointAt(at);
        int next = at + Character.charCount(c);
        if (SINGLE.contains(UnicodeScript.of(c)) || Character.getType(c) == Character.OTHER_SYMBOL) {
            return next;
        } else if (isCjk(c)) {
            return endOf(text, next, other -> isCjk(other) && !SINGLE.contains(UnicodeScript.of(other)));
        }
        return Character.isLetterOrDigit(c) || c == '_' ? endOfLetters(text, next) : at;
    }

    private static int endOf(String text, int from, Predicate<Integer> belongs) {
        int end = from;
        while (end < text.length() && belongs.test(text.codePointAt(end))) {
            end += Character.charCount(text.codePointAt(end));
        }
        return end;
    }

    private static int endOfLetters(String text, int from) {
        int end = endOf(text, from, WrittenText::isOfWord);
        while (end + 1 < text.length() && isWithinWord(text, end)) {
            end = endOf(text, end + 1, WrittenText::isOfWord);
        }
        return end;
    }

    private static boolean isOfWord(int c) {
        return (Character.isLetterOrDigit(c) && !isCjk(c)) || isMark(c) || c == '_';
    }

    private static boolean isMark(int c) {
        return Character.getType(c) == Character.NON_SPACING_MARK;
    }

    /** A point and an apostrophe stand within words and numbers, a colon within words, a comma within numbers. */
    private static boolean isWithinWord(String text, int at) {
        int before = text.charAt(at - 1);
        int after = text.charAt(at + 1);
        boolean letters = (Character.isLetter(before) || isMark(before)) && Character.isLetter(after) && !isCjk(after);
        boolean digits = Character.isDigit(before) && Character.isDigit(after);
        return switch (text.charAt(at)) {
            case '.', '\'', '\u2019' -> letters || digits;
            case ':' -> letters;
            case ',' -> digits;
            default -> false;
        };
    }

    /** Returns what an index has of the text: its words, and pairs of characters that stand together. */
    Set<String> terms() {
        Set<String> terms = new LinkedHashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            terms.add(tokens.get(i).text());
            if (byCharacter && tokens.get(i).joins()) {
                terms.add(tokens.get(i - 1).text() + tokens.get(i).text());
            }
        }
        return terms;
    }

    /** Tells if the words of another text stand here in this order, and characters that stand together there do so here. */
    boolean has(String phrase) {
        List<Token> sought = of(phrase, byCharacter).tokens();
        String last = sought.isEmpty() ? "" : sought.get(sought.size() - 1).text();
        return has(sought, last::equals);
    }

    /** Tells if the words of another text stand here in this order, where the last one may be a prefix with the punctuation behind it. */
    boolean begins(String prefix) {
        List<Token> sought = of(prefix, byCharacter).tokens();
        if (sought.isEmpty()) {
            return false;
        }
        Token last = sought.get(sought.size() - 1);
        String written = shown(prefix.substring(last.start()), byCharacter);
        return has(sought, word -> word.equals(last.text()) || word.startsWith(written));
    }

    private boolean has(List<Token> sought, Predicate<String> last) {
        for (int at = 0; at + sought.size() <= tokens.size() && !sought.isEmpty(); at++) {
            boolean all = true;
            for (int i = 0; i < sought.size() && all; i++) {
                Token here = tokens.get(at + i);
                all = i == sought.size() - 1
                        ? last.test(here.text())
                        : here.text().equals(sought.get(i).text());
                all &= here.joins() || !sought.get(i).joins() || !byCharacter;
            }
            if (all) {
                return true;
            }
        }
        return false;
    }
}
