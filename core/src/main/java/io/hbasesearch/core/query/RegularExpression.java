/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.Locale;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;
import org.jspecify.annotations.Nullable;

/**
 * The supported regular expressions: characters, {@code .}, {@code [classes]}, {@code (groups)}, {@code |}, {@code ? * + {n,m}}, and
 * {@code \d \w \s}; a backslash escapes any other character. An expression matches whole terms. Each of its alternatives begins with
 * a letter, a digit or another plain character, which bounds the number of terms that an index visits. Repetitions and the automaton
 * are bounded too. Parses one expression and rewrites it so that Lucene, without its optional syntax, reads it the same way. For one
 * expression and one thread.
 */
public final class RegularExpression {
    /** The longest expression, in characters. */
    static final int MAX_LENGTH = 200;

    private static final int MAX_DEPTH = 10;
    private static final int MAX_REPETITIONS = 100;
    private static final int MAX_REPEATS = 10;

    /** The most characters and classes after all repetitions are expanded. */
    private static final int MAX_SIZE = 300;

    /**
     * The most work for building the automaton of an expression, as Lucene counts it: a few hundred states. With Lucene's own limit,
     * twelve bytes can take a fifth of a second, for every field and every hit.
     */
    public static final int MAX_EFFORT = 150;

    private static final String HINT = "put a backslash before a special character to match it literally";
    private static final String DIGITS = "0-9";
    private static final String WORD = "a-zA-Z0-9_";
    private static final String BLANKS = " \t\n\r";

    private final String text;
    private final SourcePosition place;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int depth;
    private int repeats;
    private int size;

    private RegularExpression(String text, SourcePosition place) {
        this.text = text;
        this.place = place;
    }

    /** @throws QuerySyntaxException with the position of the fault */
    static String canonical(String text, SourcePosition place) {
        if (text.isEmpty()) {
            throw place.error("the regular expression is empty", null);
        }
        if (text.length() > MAX_LENGTH) {
            throw place.error("a regular expression has at most " + MAX_LENGTH + " characters", null);
        }
        RegularExpression expression = new RegularExpression(text, place);
        expression.alternatives(true);
        if (expression.at < text.length()) {
            throw expression.error("\")\" has no matching \"(\"");
        }
        return expression.out.toString();
    }

    /**
     * Builds the automaton of a canonical expression once, with bounded work.
     *
     * @throws QuerySyntaxException if that work is not enough
     */
    static void requireSimple(String pattern, SourcePosition place) {
        // Text fields use the lower-cased pattern, which may have a different automaton.
        String small = pattern.toLowerCase(Locale.ROOT);
        try {
            if (!isSimple(pattern) || (!small.equals(pattern) && !isSimple(small))) {
                throw place.error(
                        "the regular expression " + pattern + " is too complex",
                        "repeat less, use fewer alternatives, or write more letters in place of .*");
            }
        } catch (IllegalArgumentException e) {
            throw place.error("not a valid regular expression", HINT);
        }
    }

    /** Tells if Lucene can read the pattern. */
    static boolean isValid(String pattern) {
        try {
            RegExp unused = new RegExp(pattern, RegExp.NONE);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Tells if the automaton can be built with bounded work. */
    static boolean isSimple(String pattern) {
        try {
            // The limit covers all of the work: the result is determinised already.
            for (int flags : new int[] {0, RegExp.ASCII_CASE_INSENSITIVE}) {
                Automaton automaton = new RegExp(pattern, RegExp.NONE, flags).toAutomaton(MAX_EFFORT);
                Operations.determinize(automaton, MAX_EFFORT);
            }
            return true;
        } catch (TooComplexToDeterminizeException e) {
            return false;
        }
    }

    /** @param first true if a term begins here, so that a plain character is required */
    private void alternatives(boolean first) {
        if (++depth > MAX_DEPTH) {
            throw error("more than " + MAX_DEPTH + " nested groups");
        }
        sequence(first);
        while (at < text.length() && text.charAt(at) == '|') {
            out.append('|');
            at++;
            sequence(first);
        }
        depth--;
    }

    private void sequence(boolean first) {
        int start = at;
        boolean begins = first;
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            int atom = at;
            int before = size;
            atom(begins);
            boolean optional = repetition(before);
            if (begins && optional) {
                at = atom;
                throw error("a regular expression cannot begin with an optional part");
            }
            begins = false;
        }
        if (at == start) {
            throw error("there must be something to match here");
        }
    }

    private void atom(boolean begins) {
        char c = text.charAt(at);
        size += c == '(' ? 0 : 1;
        switch (c) {
            case '(' -> group(begins);
            case '[' -> {
                requireNotFirst(begins);
                new CharacterClass().read();
            }
            case '.' -> {
                requireNotFirst(begins);
                out.append('.');
                at++;
            }
            case '\\' -> escape(begins);
            case '*', '+', '?', '{' -> throw error("there is nothing to repeat before " + c);
            case ']', '}', '^', '$' -> throw error(c + " means nothing here");
            default -> plain(c);
        }
    }

    private void requireNotFirst(boolean begins) {
        if (begins) {
            throw error("a regular expression must begin with a letter, a digit or another plain character");
        }
    }

    private void group(boolean begins) {
        int start = at;
        out.append('(');
        at++;
        alternatives(begins);
        if (at == text.length()) {
            at = start;
            throw error("\"(\" is never closed");
        }
        out.append(')');
        at++;
    }

    private void plain(char c) {
        appendPlain(c);
        at++;
    }

    /** Escapes all characters except letters and digits of any script, because a later Lucene may give other characters a meaning. */
    private void appendPlain(char c) {
        if (!Character.isLetterOrDigit(c) && !Character.isSurrogate(c)) {
            out.append('\\');
        }
        out.append(c);
    }

    private void escape(boolean begins) {
        if (at + 1 == text.length()) {
            throw error("nothing follows the backslash");
        }
        char c = text.charAt(at + 1);
        String known = predefined(c);
        if (known != null) {
            requireNotFirst(begins);
            out.append('[').append(known).append(']');
        } else if (Character.isLetterOrDigit(c)) {
            throw error("\\" + c + " is not known");
        } else {
            appendPlain(c);
        }
        at += 2;
    }

    private static @Nullable String predefined(char c) {
        return switch (c) {
            case 'd' -> DIGITS;
            case 'w' -> WORD;
            case 's' -> BLANKS;
            default -> null;
        };
    }

    /**
     * Reads a repetition and tells if it makes the preceding part optional.
     *
     * @param before the size without that part
     */
    private boolean repetition(int before) {
        if (at == text.length()) {
            return false;
        }
        char c = text.charAt(at);
        boolean optional =
                switch (c) {
                    case '?', '*' -> {
                        out.append(c);
                        at++;
                        yield true;
                    }
                    case '+' -> {
                        out.append(c);
                        at++;
                        yield false;
                    }
                    case '{' -> counted(before);
                    default -> false;
                };
        boolean repeated = c == '?' || c == '*' || c == '+' || c == '{';
        if (repeated && ++repeats > MAX_REPEATS) {
            throw error("more than " + MAX_REPEATS + " parts are repeated");
        }
        if (repeated && at < text.length() && "?*+{".indexOf(text.charAt(at)) >= 0) {
            throw error("a repetition cannot be repeated");
        }
        return optional;
    }

    private boolean counted(int before) {
        int start = at;
        int close = text.indexOf('}', at);
        String[] counts =
                close < 0 ? new String[0] : text.substring(at + 1, close).split(",", -1);
        if (counts.length == 0
                || counts.length > 2
                || !counts[0].matches("[0-9]{1,4}")
                || !counts[counts.length - 1].matches("[0-9]{0,4}")) {
            throw error("not a valid repetition: write {2}, {2,} or {2,5}");
        }
        int least = Integer.parseInt(counts[0]);
        int most = counts.length == 1 ? least : counts[1].isEmpty() ? least : Integer.parseInt(counts[1]);
        if (most < least || most > MAX_REPETITIONS || most == 0) {
            at = start;
            throw error("a part must be repeated at least once and at most " + MAX_REPETITIONS + " times");
        }
        size = before + (size - before) * most;
        if (size > MAX_SIZE) {
            at = start;
            throw error("with its repetitions expanded, it has more than " + MAX_SIZE + " characters");
        }
        out.append(text, at, close + 1);
        at = close + 1;
        return least == 0;
    }

    private QuerySyntaxException error(String message) {
        // The slash before it in a query string counts.
        return place.plus(at + 1)
                .error("in the regular expression, at its character " + (at + 1) + ": " + message, HINT);
    }

    /** Parses the content of brackets, for the enclosing expression. */
    private final class CharacterClass {
        private int members;

        void read() {
            int start = at;
            out.append('[');
            at++;
            if (at < text.length() && text.charAt(at) == '^') {
                out.append('^');
                at++;
            }
            while (at < text.length() && text.charAt(at) != ']') {
                member();
                members++;
            }
            if (at == text.length() || members == 0) {
                at = start;
                throw error(members == 0 ? "the brackets are empty" : "\"[\" is never closed");
            }
            out.append(']');
            at++;
        }

        private void member() {
            String known = text.charAt(at) == '\\' && at + 1 < text.length() ? predefined(text.charAt(at + 1)) : null;
            if (known != null) {
                out.append(known);
                at += 2;
                return;
            }
            char from = single();
            if (at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']') {
                at++;
                out.append('-');
                char to = single();
                if (from > to || Character.toLowerCase(from) > Character.toLowerCase(to)) {
                    throw error("the range " + from + "-" + to + " goes backwards");
                }
            }
        }

        private char single() {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
                if (at == text.length() || Character.isLetterOrDigit(text.charAt(at))) {
                    throw error("a sign must follow the backslash");
                }
                c = text.charAt(at);
            }
            if (Character.isSurrogate(c)) {
                throw error("characters beyond U+FFFF cannot stand in brackets");
            }
            appendPlain(c);
            at++;
            return c;
        }
    }
}
