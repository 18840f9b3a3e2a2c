/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query whose fields are known to the index and whose values fit their fields' types: what backends are given. A leaf
 * over several fields matches if one of them does, and scores as the best of them.
 *
 * <p>Fields are names of the definition, or {@code field.path} for a leaf of a JSON field. Leaves over several fields hold
 * text and keyword fields only. Values are canonical: numbers in decimal digits, {@code true} or {@code false}, dates in
 * ISO 8601 with milliseconds in UTC.
 *
 * <p>Text that an analyzer leaves no token of (a stop word, punctuation) matches nothing in that field. Within {@code must}
 * that would hide every row that somebody describes with a stop word, so there a {@link Word} or {@link Phrase} that is left
 * without tokens in at least one of its text fields is optional, as long as another clause of {@code must} matches.
 */
public sealed interface Query {
    record MatchAll() implements Query {}

    /** One word of the query string. In a text field it is analysed, and several tokens make a phrase; elsewhere it is the whole value. */
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

    /** A token (text field, {@code text} to be lower-cased) or value (keyword) that begins so. Not for other fields. */
    record Prefix(List<String> fields, String text) implements Query {
        public Prefix {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * A token (text field, {@code text} to be lower-cased) or value (keyword) within {@code maxEdits} (1 or 2) edits,
     * transpositions counted as one; the 50 closest ones. Not for other fields.
     */
    record Fuzzy(List<String> fields, String text, int maxEdits) implements Query {
        public Fuzzy {
            fields = List.copyOf(fields);
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * Values between two bounds; a null bound is open, and two of them mean that the field has any value. For keyword,
     * number and date fields.
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
     * All of {@code must}, none of {@code mustNot}; if {@code must} is empty, at least one of {@code should}, which is then
     * never empty; else {@code should} only scores.
     */
    record Bool(List<Query> must, List<Query> should, List<Query> mustNot) implements Query {
        public Bool {
            must = List.copyOf(must);
            should = List.copyOf(should);
            mustNot = List.copyOf(mustNot);
        }
    }

    /**
     * Rows with at least one cell that the inner query matches; its fields are those of cells, and all of it is about one and the same
     * cell. A row's score is that of its best cell.
     */
    record InCells(Query query) implements Query {
        public InCells {
            Objects.requireNonNull(query, "query");
        }
    }
}
