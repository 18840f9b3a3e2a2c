/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.text.Normalizer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A validated query, as it is passed to backends: its fields exist in the index, and its values fit their fields' types. A leaf over
 * several fields matches if one of them matches, and scores as the best of them.
 *
 * <p>Fields are names of the definition, or {@code field.path} for a leaf of a JSON field. Leaves over several fields hold
 * text and keyword fields only. Values are canonical: numbers in decimal digits, {@code true} or {@code false}, dates in
 * ISO 8601 with milliseconds in UTC; for JSON leaves, a number as {@code CanonicalNumber} writes it, or the content of a string.
 *
 * <p>Text that an analyzer leaves no token of (a stop word, punctuation) matches nothing in that field. Within {@code must}
 * that would exclude each row whose description in the query includes a stop word, so there a {@link Word} or {@link Phrase} that is
 * left without tokens in at least one of its text fields is optional, as long as another clause of {@code must} matches.
 */
public sealed interface Query {
    record MatchAll() implements Query {}

    /**
     * One word of the query string. In a text field it is analysed, and several tokens form a phrase. In other fields it is the whole
     * value.
     */
    record Word(List<String> fields, String text) implements Query {
        public Word {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * In a text field, words next to each other, at most {@code slop} positions apart; in a keyword field, the whole value.
     */
    record Phrase(List<String> fields, String text, int slop) implements Query {
        public Phrase {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /** Matches a token (text field, {@code text} to be lower-cased) or value (keyword) that begins with the text. Not for other fields. */
    record Prefix(List<String> fields, String text) implements Query {
        /** The most words that the last word of a text field's prefix may stand for, if the prefix has several words. */
        public static final int MAX_COMPLETIONS = 256;

        public Prefix {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /** Matches a value that ends with the text. For keyword fields that are indexed reversed, or that row keys have reversed. */
    record Suffix(List<String> fields, String text) implements Query {
        public Suffix {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * Matches a token (text field, {@code text} to be lower-cased) or value (keyword) within {@code maxEdits} (1 or 2) edits,
     * transpositions counted as one; the 50 closest ones. Not for other fields.
     */
    record Fuzzy(List<String> fields, String text, int maxEdits) implements Query {
        public Fuzzy {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * Matches a token (text field, {@code pattern} to be lower-cased) or value (keyword) of this form: {@code *} stands for any
     * characters, {@code ?} for one, and a backslash escapes a character. The pattern begins with a literal character. Not for other
     * fields.
     */
    record Wildcard(List<String> fields, String pattern) implements Query {
        public Wildcard {
            fields = List.copyOf(fields);
            Objects.requireNonNull(pattern, "pattern");
        }
    }

    /**
     * Matches a token (text field, {@code pattern} to be lower-cased) or value (keyword) that a regular expression matches as a
     * whole. The pattern is in the form of {@link RegularExpression}, which Lucene reads the same way without its optional syntax.
     * Not for other fields.
     */
    record Regexp(List<String> fields, String pattern) implements Query {
        public Regexp {
            fields = List.copyOf(fields);
            Objects.requireNonNull(pattern, "pattern");
        }
    }

    /**
     * Matches if the field has a value, even an empty text. For a path into a JSON field, matches if there is a leaf at exactly that
     * path.
     */
    record Exists(String field) implements Query {
        public Exists {
            Objects.requireNonNull(field, "field");
        }
    }

    /**
     * Matches values between two bounds. A null bound is open; two null bounds mean that the field has any value. For keyword, number
     * and date fields.
     */
    record Range(
            String field,
            @Nullable String lower,
            boolean lowerInclusive,
            @Nullable String upper,
            boolean upperInclusive)
            implements Query {
        public Range {
            Objects.requireNonNull(field, "field");
        }
    }

    /**
     * Requires all of {@code must} and {@code filter}, none of {@code mustNot}, and at least {@code minimum} of {@code should}. Only
     * {@code must} and {@code should} score. At least one clause must be positive: without {@code must}, {@code filter} and {@code
     * should} it matches nothing.
     *
     * @param minimum at most as many as there are in {@code should}; never 0 where nothing else is required
     */
    record Bool(List<Query> must, List<Query> should, List<Query> mustNot, List<Query> filter, int minimum)
            implements Query {
        public Bool {
            must = List.copyOf(must);
            should = List.copyOf(should);
            mustNot = List.copyOf(mustNot);
            filter = List.copyOf(filter);
            if (minimum < 0 || minimum > should.size()) {
                throw new IllegalArgumentException(
                        "minimum is between 0 and the " + should.size() + " clauses of should: " + minimum);
            }
        }

        /**
         * Tells if this is one word or phrase in several spellings: fields may transform their values, accents have two forms, and with a
         * weight the word may also be a prefix or inexact.
         */
        public boolean isOneText() {
            return must.isEmpty()
                    && mustNot.isEmpty()
                    && filter.isEmpty()
                    && should.size() > 1
                    && minimum == 1
                    && should.stream()
                            .allMatch(each -> (each instanceof Boost
                                            || each.getClass() == should.get(0).getClass())
                                    && text(each)
                                            .filter(text -> text.equalsIgnoreCase(
                                                    text(should.get(0)).orElseThrow()))
                                            .isPresent());
        }

        private static String plain(String text) {
            return Normalizer.normalize(text, Normalizer.Form.NFC).strip();
        }

        private static Optional<String> text(Query query) {
            if (query instanceof Boost boost) {
                return boost.query() instanceof Prefix prefix
                        ? Optional.of(plain(prefix.text()))
                        : boost.query() instanceof Fuzzy fuzzy ? Optional.of(plain(fuzzy.text())) : text(boost.query());
            }
            return query instanceof Word word
                    ? Optional.of(plain(word.text()))
                    : query instanceof Phrase phrase ? Optional.of(plain(phrase.text())) : Optional.empty();
        }

        /**
         * Creates a query without filters. If {@code must} is empty, at least one of {@code should} must match; otherwise {@code
         * should} only scores.
         */
        public Bool(List<Query> must, List<Query> should, List<Query> mustNot) {
            this(must, should, mustNot, List.of(), must.isEmpty() && !should.isEmpty() ? 1 : 0);
        }
    }

    /**
     * Multiplies the score of a leaf. It has no effect on which rows match. A weight of a combination is the weight of each of its leaves,
     * as {@link #boosted} distributes it.
     */
    record Boost(Query query, float factor) implements Query {
        public Boost {
            if (query instanceof Bool || query instanceof InCells || query instanceof Boost) {
                throw new IllegalArgumentException("only leaves have a weight, not " + query.getClass());
            }
            if (!(factor >= LEAST_FACTOR && factor <= MOST_FACTOR)) {
                throw new IllegalArgumentException(
                        "a weight is from " + LEAST_FACTOR + " to " + MOST_FACTOR + ": " + factor);
            }
        }
    }

    /** Products of nested weights are kept between these. */
    float LEAST_FACTOR = 1e-6f;

    float MOST_FACTOR = 1e6f;

    /** Returns a query that matches the same rows and scores {@code factor} times as much. */
    static Query boosted(Query query, float factor) {
        if (query instanceof Bool bool) {
            return new Bool(
                    boosted(bool.must(), factor),
                    boosted(bool.should(), factor),
                    bool.mustNot(),
                    bool.filter(),
                    bool.minimum());
        }
        if (query instanceof InCells cells) {
            return new InCells(boosted(cells.query(), factor));
        }
        Query leaf = query instanceof Boost boost ? boost.query() : query;
        float product = query instanceof Boost boost ? boost.factor() * factor : factor;
        return product == 1 ? leaf : new Boost(leaf, Math.max(LEAST_FACTOR, Math.min(product, MOST_FACTOR)));
    }

    private static List<Query> boosted(List<Query> clauses, float factor) {
        return clauses.stream().map(clause -> boosted(clause, factor)).toList();
    }

    /** Returns a query without weights, which matches the same rows. */
    static Query unboosted(Query query) {
        if (query instanceof Bool bool) {
            return new Bool(
                    unboosted(bool.must()),
                    unboosted(bool.should()),
                    unboosted(bool.mustNot()),
                    unboosted(bool.filter()),
                    bool.minimum());
        }
        if (query instanceof InCells cells) {
            return new InCells(unboosted(cells.query()));
        }
        return query instanceof Boost boost ? boost.query() : query;
    }

    /** Returns queries without weights, which match the same rows. */
    static List<Query> unboosted(List<Query> queries) {
        return queries.stream().map(Query::unboosted).toList();
    }

    /**
     * Matches rows with at least one cell that the inner query matches. The inner query's fields are those of cells, and all of it
     * applies to the same cell. A row's score is that of its best cell.
     */
    record InCells(Query query) implements Query {
        public InCells {
            Objects.requireNonNull(query, "query");
        }
    }
}
