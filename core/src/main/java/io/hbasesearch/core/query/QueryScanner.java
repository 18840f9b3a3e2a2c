/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.Weight;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a query string so that Lucene's grammar reads it as the user means it. Characters that are not operators at their position
 * are escaped ({@code user@example.com}, {@code hello!}, {@code foo/bar}), full-width punctuation separates words, and operator
 * characters on their own are left out. Input without a possible meaning is refused with its position. For one query and one thread.
 */
final class QueryScanner {
    private static final int MAX_DEPTH = 20;
    private static final Pattern FIELD_NAME = Pattern.compile("(?!fn$)[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]*");
    private static final String BOUND = "(?:\"(?:\\\\.|[^\"\\\\])+\"|[^\\s\\]}\"]+)";
    private static final Pattern RANGE =
            Pattern.compile("[\\[{]\\s*" + BOUND + "\\s+TO\\s+" + BOUND + "\\s*[\\]}]", Pattern.DOTALL);
    private static final Pattern EMPTY_GROUP = Pattern.compile("\\(\\s*\\)");
    private static final Pattern EXPRESSIVE = Pattern.compile("[.*+?\\[\\](){}|^$]");
    private static final Pattern BOOST = Pattern.compile("\\^([0-9]{1,3}(?:\\.[0-9]{1,9})?)(?=\\s|\\)|$)");
    /** Matches the beginning of a weight that has only zeros yet. */
    private static final Pattern UNFINISHED_WEIGHT = Pattern.compile("\\^(0*\\.?0*|[0-9]+\\.)");

    private static final Pattern NUMBER_OF_GROUP = Pattern.compile("\\^[0-9.]+(?=\\s|\\)|$)");
    private static final String WEIGHT_HINT = "write word^2, or \\^ for the character itself";
    private static final Pattern EDITS = Pattern.compile("~[0-9]{0,3}(?=\\s|\\)|$|" + BOOST.pattern() + ")");
    private static final Pattern SIMILARITY = Pattern.compile("~[0-9.]+(?=\\s|\\)|$)");

    private final String text;
    private final Predicate<String> fields;
    private final Predicate<String> unknownAsText;
    private final boolean isTyped;
    private final ScannedQuery.Builder out;
    private final Deque<Integer> open = new ArrayDeque<>();
    private int at;

    /** The offset in {@link #out} at which the current word begins; -1 between words. */
    private int word = -1;

    /** True if that word is the value of a field, so that it cannot be a field itself. */
    private boolean isValue;

    /** True if that word, or the one that follows, is compared with a field. */
    private boolean isCompared;

    /** True if a field and its separator were read, but not yet the value. */
    private boolean awaitsValue;

    /** The offset in {@link #out} behind the last phrase, group, range or inexact word, which may have a weight; else -1. */
    private int operand = -1;

    /** The previous word, if only blanks followed it: it may still turn out to be a field. */
    private @Nullable String previous;

    /**
     * @param fields tells the names of fields, paths into JSON fields included
     * @param unknownAsText receives other names that stand before a colon, and tells if they are read as text
     * @param isTyped whether the author still types the text, so that what is open at its end is closed
     */
    QueryScanner(String text, Predicate<String> fields, Predicate<String> unknownAsText, boolean isTyped) {
        this.text = text;
        this.fields = fields;
        this.unknownAsText = unknownAsText;
        this.isTyped = isTyped;
        this.out = new ScannedQuery.Builder(text.length());
    }

    /** @throws QuerySyntaxException if the text has no possible meaning */
    ScannedQuery scan() {
        while (at < text.length()) {
            scanNext(text.charAt(at));
        }
        endOfValue();
        out.end();
        while (isTyped && !open.isEmpty()) {
            open.pop();
            out.add(')', text.length());
        }
        if (!open.isEmpty()) {
            throw error(open.peek(), "\"(\" is never closed", "add \")\", or put the text in quotes");
        }
        return out.build();
    }

    private void scanNext(char c) {
        if (Characters.isSeparator(c)) {
            separator(c);
            return;
        }
        if (Characters.opensQuote(text, at)) {
            phrase(c);
            return;
        }
        switch (c) {
            case '\\' -> escape();
            case '(' -> open();
            case ')' -> close();
            case '[', '{' -> range(c);
            case '+', '-', '!' -> sign(c);
            case ':' -> colon();
            case '=', '<', '>' -> comparison(c);
            case '^' -> caret();
            case '~' -> tilde();
            case '/' -> slash();
            case ']', '}', '@', ScannedQuery.EXPRESSION -> literal(c);
            default -> plain(c);
        }
    }

    private void separator(char c) {
        if (c == Characters.FULL_WIDTH_COLON && word >= 0 && !isValue && fields.test(out.from(word))) {
            colon();
            return;
        }
        previous = word >= 0 && !isValue ? out.from(word) : previous;
        isCompared &= awaitsValue;
        word = -1;
        out.add(' ', at++);
    }

    private void beginWord() {
        if (word < 0) {
            word = out.length();
            isValue = awaitsValue;
            awaitsValue = false;
            previous = null;
        }
    }

    private void plain(char c) {
        beginWord();
        out.add(c, at++);
    }

    private void literal(char c) {
        beginWord();
        out.add('\\', at);
        out.add(c, at++);
    }

    private void escape() {
        if (at + 1 == text.length() && isTyped) {
            at++;
            return;
        }
        if (at + 1 == text.length()) {
            throw error(at, "nothing follows the backslash", "write \\\\ for a backslash");
        }
        at++;
        char c = text.charAt(at);
        if (c == 'u') {
            plain(c); // Lucene would read \\u as the beginning of a code point
        } else {
            literal(Characters.isSeparator(c) ? ' ' : c);
        }
    }

    private void phrase(char opening) {
        int start = at;
        finishOperator();
        out.add('"', at++);
        while (at < text.length() && !Characters.closesQuote(opening, text.charAt(at))) {
            char c = text.charAt(at);
            if (c == '\\' && at + 1 < text.length()) {
                at++;
                c = text.charAt(at);
            }
            if (c == '"' || c == '\\') {
                out.add('\\', at);
            }
            out.add(c, at++);
        }
        if (at == text.length() && isTyped) {
            out.open();
            out.add('"', start);
            return;
        }
        if (at == text.length()) {
            throw error(start, "the quotation mark is never closed", "add \" after the last word of the phrase");
        }
        out.add('"', at++);
        operand = out.length();
    }

    /** Ends the current word after something that is not a word, which may also serve as a value. */
    private void finishOperator() {
        word = -1;
        awaitsValue = false;
        isCompared = false;
        previous = null;
    }

    private void open() {
        Matcher empty = matcher(EMPTY_GROUP);
        if (empty.lookingAt()) {
            skip(empty);
            return;
        }
        open.push(at);
        if (open.size() > MAX_DEPTH) {
            throw error(at, "more than " + MAX_DEPTH + " nested parentheses", null);
        }
        finishOperator();
        out.add('(', at++);
    }

    private void skip(Matcher matcher) {
        word = -1;
        while (at < matcher.end()) {
            out.add(' ', at++);
        }
    }

    private void close() {
        endOfValue();
        if (open.isEmpty()) {
            throw error(at, "\")\" has no matching \"(\"", "add \"(\", or put the text in quotes");
        }
        open.pop();
        finishOperator();
        out.add(')', at++);
        operand = out.length();
    }

    private void endOfValue() {
        if (awaitsValue) {
            throw error(Math.max(0, at - 1), "the field has no value", "write field:word, or put the text in quotes");
        }
    }

    private void range(char c) {
        Matcher range = matcher(RANGE);
        if (word < 0 && range.lookingAt()) {
            copyRange(range);
        } else if (word < 0 && awaitsValue) {
            throw error(at, "not a valid range", "write field:[low TO high], with * for an open bound");
        } else {
            literal(c);
        }
    }

    private void copyRange(Matcher range) {
        if (!awaitsValue) {
            throw error(at, "a range needs a field", "write field:[low TO high], or put the text in quotes");
        }
        finishOperator();
        while (at < range.end()) {
            char c = text.charAt(at);
            boolean codePoint = c == '\\' && text.charAt(at + 1) == 'u';
            if (!codePoint) {
                out.add(Character.isWhitespace(c) ? ' ' : c, at);
            }
            at++;
        }
        operand = out.length();
    }

    private void sign(char c) {
        if (c == '!' && text.startsWith("=", at + 1)) {
            String field = word >= 0 && !isValue ? out.from(word) : previous;
            if (field != null && fields.test(field)) {
                throw error(at, "there is no operator !=", "write -" + field + ":value to exclude a value");
            }
        }
        if (word >= 0) {
            if (c == '!') {
                literal(c);
            } else {
                plain(c);
            }
            return;
        }
        char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        if (awaitsValue || Characters.isSign(next)) {
            literal(c); // a negative number, or text such as --help
        } else if (Characters.isSeparator(next) || next == ')') {
            out.add(' ', at++); // a dash between words
        } else {
            previous = null;
            out.add(c, at++);
        }
    }

    private void colon() {
        String name = word >= 0 && !isValue ? out.from(word) : "";
        if (word >= 0 ? isField(name) : isPreviousField()) {
            separateField(":", 1);
            return;
        }
        if (FIELD_NAME.matcher(name).matches() && !text.startsWith("://", at) && !unknownAsText.test(name)) {
            separateField(":", 1);
            return;
        }
        literal(text.charAt(at) == ':' ? ':' : ' ');
    }

    /** Excludes "fn", which Lucene would read as the beginning of a function. */
    private boolean isField(String name) {
        return name.equals("*") || (fields.test(name) && !name.equals("fn"));
    }

    private boolean isPreviousField() {
        return previous != null && fields.test(previous);
    }

    private void comparison(char c) {
        boolean isOperator = word >= 0 ? !isValue && fields.test(out.from(word)) : isPreviousField();
        if (word < 0 && awaitsValue && c != '=') {
            isOperator = out.blankOutLast(':'); // Lucene reads field:>5 only as field>5
        }
        if (isOperator) {
            boolean orEqual = c != '=' && text.startsWith("=", at + 1);
            separateField(orEqual ? c + "=" : String.valueOf(c), orEqual ? 2 : 1);
            isCompared = true;
        } else {
            literal(c);
        }
    }

    private void separateField(String separator, int length) {
        out.add(separator, at);
        at += length;
        finishOperator();
        awaitsValue = true;
    }

    private void caret() {
        Matcher boost = matcher(BOOST);
        if (isTyped && matcher(UNFINISHED_WEIGHT).matches() && (word >= 0 || operand == out.length())) {
            at = text.length();
            out.add(' ', at - 1);
            return;
        }
        if (word < 0 && operand == out.length() && matcher(NUMBER_OF_GROUP).lookingAt() && !boost.lookingAt()) {
            throw error(at, "a weight is " + Weight.FORM, WEIGHT_HINT);
        }
        if ((word < 0 && operand != out.length()) || !boost.lookingAt()) {
            literal('^'); // text such as 10^6000
            return;
        }
        if (isCompared) {
            throw error(at, "a comparison has no weight", "put it in parentheses, as in (size>=5)^2");
        }
        if (Weight.parse(boost.group(1)).isEmpty()) {
            throw error(at, "a weight is " + Weight.FORM, WEIGHT_HINT);
        }
        out.add(boost.group(), at);
        at = boost.end();
        finishOperator();
    }

    private void tilde() {
        boolean follows = word >= 0 || out.endsWith('"');
        Matcher edits = matcher(EDITS);
        if (follows && edits.lookingAt()) {
            out.add(edits.group(), at);
            at = edits.end();
            finishOperator();
            operand = out.length();
        } else if ((follows || out.endsWith(')')) && matcher(SIMILARITY).lookingAt()) {
            throw error(at, "not a valid number after ~", "write word~1 or word~2, or \"some words\"~3");
        } else {
            literal('~');
        }
    }

    /** Reads a regular expression. A text without any of its special characters is a path, such as {@code /tmp/}. */
    private void slash() {
        int end = word < 0 ? endOfExpression() : -1;
        if (end < 0) {
            literal('/');
            return;
        }
        beginWord();
        out.addExpression(text.substring(at + 1, end), at);
        at = end + 1;
    }

    /** Returns the offset of the slash that closes the expression beginning here; -1 if there is none. */
    private int endOfExpression() {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != '/' && !Characters.isSeparator(text.charAt(end))) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        boolean closed = end < text.length() && text.charAt(end) == '/';
        boolean alone = end + 1 >= text.length()
                || text.charAt(end + 1) <= ' '
                || text.charAt(end + 1) == ')'
                || BOOST.matcher(text).region(end + 1, text.length()).lookingAt();
        return closed
                        && alone
                        && EXPRESSIVE.matcher(text.substring(at + 1, end)).find()
                ? end
                : -1;
    }

    private Matcher matcher(Pattern pattern) {
        return pattern.matcher(text).region(at, text.length());
    }

    private static QuerySyntaxException error(int position, String message, @Nullable String hint) {
        return SourcePosition.character(position + 1).error(message, hint);
    }
}
