/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import io.hbasesearch.core.query.RegularExpression;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.MultiTermQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.AttributeSource;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;

/**
 * A pattern of terms that may be searched in several fields: its automaton is built once for all of them, while Lucene's own
 * queries build one for each field. For one thread; its queries are immutable.
 */
final class TermPattern {
    private static final Pattern WILDCARD_OR_TEXT = Pattern.compile("([^*?\\\\]+)|[*?]+|\\\\.|\\\\", Pattern.DOTALL);

    private final Kind kind;
    private final String text;
    private final Map<String, CompiledAutomaton> automata = new HashMap<>();

    private TermPattern(Kind kind, String text) {
        this.kind = kind;
        this.text = text;
    }

    private enum Kind {
        REGEXP("regular expression"),
        WILDCARD("wildcard"),
        SUFFIX("suffix"),
        ONE_EDIT("inexact word"),
        TWO_EDITS("inexact word");

        private final String shown;

        Kind(String shown) {
            this.shown = shown;
        }
    }

    /** @param pattern in the syntax of {@link RegularExpression} */
    static TermPattern regexp(String pattern) {
        return new TermPattern(Kind.REGEXP, pattern);
    }

    static TermPattern wildcard(String pattern) {
        return new TermPattern(Kind.WILDCARD, pattern);
    }

    /** Matches all terms that end with a text. */
    static TermPattern suffix(String end) {
        return new TermPattern(Kind.SUFFIX, end);
    }

    /** Matches all terms within the distance, with equal scores. */
    static TermPattern fuzzy(String word, int maxEdits) {
        return new TermPattern(maxEdits == 1 ? Kind.ONE_EDIT : Kind.TWO_EDITS, word);
    }

    /** Returns its name in messages. */
    String shownKind() {
        return kind.shown;
    }

    /** Returns the query on a field whose terms are whole values. */
    Query in(String field) {
        return in(field, text, 0);
    }

    /**
     * Returns the query on a field of analysed text. A regular expression cannot be normalised, so it matches as it is written and
     * lower-cased, and ignores the case of ASCII letters.
     *
     * @param normalizer changes characters as the field's analyzer does
     */
    Query in(String field, UnaryOperator<String> normalizer) {
        return switch (kind) {
            case REGEXP -> regexpIn(field);
            case WILDCARD -> in(field, normalizedWildcard(normalizer), 0);
            case SUFFIX -> in(field, text, 0);
            case ONE_EDIT, TWO_EDITS -> in(field, normalizer.apply(text), 0);
        };
    }

    private Query regexpIn(String field) {
        String lower = text.toLowerCase(Locale.ROOT);
        Query small = in(field, lower, RegExp.ASCII_CASE_INSENSITIVE);
        return lower.equals(text)
                ? small
                : new DisjunctionMaxQuery(List.of(small, in(field, text, RegExp.ASCII_CASE_INSENSITIVE)), 0);
    }

    private Query in(String field, String sought, int flags) {
        return new InField(
                field, kind, sought, automata.computeIfAbsent(flags + sought, any -> automaton(sought, flags)));
    }

    /** Normalises the text between wildcards. An escaped character stays as it is. */
    private String normalizedWildcard(UnaryOperator<String> normalizer) {
        Matcher parts = WILDCARD_OR_TEXT.matcher(text);
        StringBuilder normalized = new StringBuilder();
        while (parts.find()) {
            normalized.append(parts.group(1) == null ? parts.group() : normalizer.apply(parts.group(1)));
        }
        return normalized.toString();
    }

    private CompiledAutomaton automaton(String sought, int flags) {
        return switch (kind) {
            case REGEXP ->
                compiled(
                        new RegExp(sought, RegExp.NONE, flags).toAutomaton(RegularExpression.MAX_EFFORT),
                        RegularExpression.MAX_EFFORT);
            // The parser limited the effort for the pattern as it was written; normalised, it may be a few times as
            // long.
            case WILDCARD ->
                compiled(WildcardQuery.toAutomaton(new Term("", sought)), Operations.DEFAULT_DETERMINIZE_WORK_LIMIT);
            case SUFFIX -> SuffixAutomaton.of(sought);
            case ONE_EDIT -> FuzzyQuery.getFuzzyAutomaton(sought, 1, 0, true);
            case TWO_EDITS -> FuzzyQuery.getFuzzyAutomaton(sought, 2, 0, true);
        };
    }

    /**
     * Compiles the automaton of characters; that of their bytes grows in proportion, so Lucene's default limit is enough for
     * it.
     */
    private static CompiledAutomaton compiled(Automaton automaton, int effort) {
        return new CompiledAutomaton(
                Operations.determinize(automaton, effort),
                null,
                true,
                Operations.DEFAULT_DETERMINIZE_WORK_LIMIT,
                false);
    }

    /** Matches the terms of a field that fit the pattern. */
    private static final class InField extends MultiTermQuery {
        private final Kind kind;
        private final String text;
        private final CompiledAutomaton automaton;

        InField(String field, Kind kind, String text, CompiledAutomaton automaton) {
            super(field, CONSTANT_SCORE_BLENDED_REWRITE);
            this.kind = kind;
            this.text = text;
            this.automaton = automaton;
        }

        @Override
        protected TermsEnum getTermsEnum(Terms terms, AttributeSource attributes) throws java.io.IOException {
            return automaton.getTermsEnum(terms);
        }

        @Override
        public void visit(QueryVisitor visitor) {
            if (visitor.acceptField(field)) {
                automaton.visit(visitor, this, field);
            }
        }

        @Override
        public String toString(String defaultField) {
            return (field.equals(defaultField) ? "" : field + ":") + kind.shown + " " + text;
        }

        @Override
        public boolean equals(Object other) {
            return super.equals(other) && other instanceof InField that && kind == that.kind && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return 31 * super.hashCode() + Objects.hash(kind, text);
        }
    }
}
