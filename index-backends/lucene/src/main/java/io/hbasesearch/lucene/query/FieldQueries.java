/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.document.JsonLeaves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.QueryBuilder;

/**
 * Builds the leaf queries of one field. Values are canonical, as the query parser produces them.
 *
 * @param indexField the field with the terms
 * @param path the prefix of each term of a JSON leaf, else empty
 */
record FieldQueries(FieldType type, String indexField, String path, QueryBuilder phrases) {
    private static final int FUZZY_EXPANSIONS = 50;
    private static final int FUZZY_PREFIX = 0;

    static FieldQueries of(IndexDefinition definition, String name, QueryBuilder phrases) {
        Optional<FieldMapping> field = definition.field(name);
        if (field.isPresent()) {
            return new FieldQueries(field.get().type(), name, "", phrases);
        }
        for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
            Optional<FieldMapping> json = definition.field(name.substring(0, dot));
            if (json.isPresent() && json.get().type() == FieldType.JSON) {
                String before = JsonLeaves.term(name.substring(dot + 1), "");
                return new FieldQueries(FieldType.JSON, IndexFields.paths(name.substring(0, dot)), before, phrases);
            }
        }
        throw new IllegalArgumentException("the index " + definition.name() + " has no field " + name);
    }

    Query phrase(String text, int slop) {
        return switch (type) {
            case TEXT -> orNothing(phrases.createPhraseQuery(indexField, text, slop));
            case KEYWORD, JSON, BOOLEAN -> new TermQuery(term(text));
            case INT, LONG, FLOAT, DOUBLE -> NumberQueries.exact(type, indexField, text);
            case DATE -> NumberQueries.exact(FieldType.LONG, indexField, millis(text));
            case GEO_POINT -> throw unsupported("value");
        };
    }

    Query prefix(String text) {
        return switch (type) {
            case TEXT -> textPrefix(text);
            case KEYWORD -> new PrefixQuery(term(text));
            case BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE, JSON, GEO_POINT -> throw unsupported("prefix");
        };
    }

    /** Matches values that end so, by their reversed terms. */
    Query suffix(String text) {
        return switch (type) {
            case KEYWORD ->
                new PrefixQuery(new Term(IndexFields.reversed(indexField), new BytesRef(FieldMapping.reverse(text))));
            case TEXT, BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE, JSON, GEO_POINT -> throw unsupported("suffix");
        };
    }

    /**
     * Matches words with this prefix, and words with the same stem as the text. A text of several words is a phrase with a prefix at its
     * end.
     */
    private Query textPrefix(String text) {
        String whole = normalized(text);
        if (whole.isEmpty()) {
            return new MatchNoDocsQuery("no character is left");
        }
        Query begins = new PrefixQuery(term(whole));
        Query analysed = phrases.createPhraseQuery(indexField, text, 0);
        if (analysed == null) {
            return begins;
        }
        Optional<Term> last = lastWord(text);
        if (analysed instanceof TermQuery) {
            Set<Query> any = new LinkedHashSet<>(List.of(begins));
            last.ifPresent(each -> any.add(new PrefixQuery(each)));
            boolean isWhole = analysed.equals(new TermQuery(term(whole)));
            return isWhole && any.size() == 1 ? begins : either(any, analysed);
        }
        MultiPhraseQuery phrase = analysed instanceof PhraseQuery simple ? multi(simple) : (MultiPhraseQuery) analysed;
        return either(
                Set.of(begins),
                last.<Query>map(each -> new PhrasePrefixQuery(phrase, each)).orElse(phrase));
    }

    private static MultiPhraseQuery multi(PhraseQuery phrase) {
        MultiPhraseQuery.Builder words = new MultiPhraseQuery.Builder();
        for (int i = 0; i < phrase.getTerms().length; i++) {
            words.add(new Term[] {phrase.getTerms()[i]}, phrase.getPositions()[i]);
        }
        return words.build();
    }

    /** Returns the last word as it is written, with the punctuation behind it; empty if none of its characters is left. */
    private Optional<Term> lastWord(String text) {
        int start = 0;
        int end = 0;
        try (TokenStream words = phrases.getAnalyzer().tokenStream(indexField, text)) {
            OffsetAttribute place = words.addAttribute(OffsetAttribute.class);
            words.reset();
            while (words.incrementToken()) {
                if (place.endOffset() >= end) {
                    start = place.startOffset();
                    end = place.endOffset();
                }
            }
            words.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String last = start < end ? normalized(text.substring(start)) : "";
        return last.isEmpty() ? Optional.empty() : Optional.of(term(last));
    }

    private static Query either(Set<Query> begins, Query other) {
        List<Query> any = new ArrayList<>(begins);
        any.add(new ConstantScoreQuery(other));
        return new DisjunctionMaxQuery(any, 0);
    }

    /** Applies the analyzer's normalisation of characters. It does not split or stem. */
    private String normalized(String text) {
        return phrases.getAnalyzer().normalize(indexField, text).utf8ToString();
    }

    Query fuzzy(String text, int maxEdits) {
        return switch (type) {
            case TEXT -> fuzzyTerm(normalized(text), maxEdits);
            case KEYWORD -> fuzzyTerm(text, maxEdits);
            case BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE, JSON, GEO_POINT -> throw unsupported("inexact word");
        };
    }

    private Query fuzzyTerm(String text, int maxEdits) {
        return new FuzzyQuery(term(text), maxEdits, FUZZY_PREFIX, FUZZY_EXPANSIONS, true);
    }

    Query pattern(TermPattern pattern) {
        return switch (type) {
            case TEXT -> pattern.in(indexField, this::normalized);
            case KEYWORD -> pattern.in(indexField);
            case BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE, JSON, GEO_POINT -> throw unsupported(pattern.shownKind());
        };
    }

    /** Matches any value. */
    Query exists() {
        return switch (type) {
            case TEXT, INT, LONG, FLOAT, DOUBLE, DATE, GEO_POINT -> new FieldExistsQuery(indexField);
            case KEYWORD, BOOLEAN -> TermRangeQuery.newStringRange(indexField, null, null, true, true);
            case JSON ->
                path.isEmpty()
                        ? TermRangeQuery.newStringRange(indexField, null, null, true, true)
                        : new PrefixQuery(term(""));
        };
    }

    Query range(Range range) {
        return switch (type) {
            case KEYWORD ->
                TermRangeQuery.newStringRange(
                        indexField, range.lower(), range.upper(), range.lowerInclusive(), range.upperInclusive());
            case INT, LONG, FLOAT, DOUBLE ->
                NumberQueries.range(
                        type, indexField, range.lower(), range.lowerInclusive(), range.upper(), range.upperInclusive());
            case DATE ->
                NumberQueries.range(
                        FieldType.LONG,
                        indexField,
                        range.lower() == null ? null : millis(range.lower()),
                        range.lowerInclusive(),
                        range.upper() == null ? null : millis(range.upper()),
                        range.upperInclusive());
            case TEXT, BOOLEAN, JSON, GEO_POINT -> throw unsupported("range");
        };
    }

    private Term term(String text) {
        return new Term(indexField, new BytesRef(path + text));
    }

    private static String millis(String text) {
        return Long.toString(Instant.parse(text).toEpochMilli());
    }

    private IllegalArgumentException unsupported(String kind) {
        return new IllegalArgumentException(indexField + " is of type " + type + ", which does not support: " + kind);
    }

    private static Query orNothing(Query query) {
        return query == null ? new MatchNoDocsQuery("no token is left") : query;
    }
}
