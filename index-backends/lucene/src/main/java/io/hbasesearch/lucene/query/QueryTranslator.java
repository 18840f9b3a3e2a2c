/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Boost;
import io.hbasesearch.core.query.Query.Exists;
import io.hbasesearch.core.query.Query.Fuzzy;
import io.hbasesearch.core.query.Query.GeoBox;
import io.hbasesearch.core.query.Query.GeoDistance;
import io.hbasesearch.core.query.Query.InCells;
import io.hbasesearch.core.query.Query.MatchAll;
import io.hbasesearch.core.query.Query.Phrase;
import io.hbasesearch.core.query.Query.Prefix;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Regexp;
import io.hbasesearch.core.query.Query.Suffix;
import io.hbasesearch.core.query.Query.Wildcard;
import io.hbasesearch.core.query.Query.Word;
import io.hbasesearch.core.query.QueryCost;
import io.hbasesearch.lucene.document.IndexFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.join.BitSetProducer;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.search.join.ScoreMode;
import org.apache.lucene.search.join.ToParentBlockJoinQuery;
import org.apache.lucene.util.QueryBuilder;

/**
 * Translates our queries into Lucene's, for the fields of one definition and the analyzers that the index chose. Immutable and
 * safe for use by several threads.
 */
public final class QueryTranslator {
    static {
        // QueryCost limits the clauses of a request, which may use each word for the query and for a filter.
        IndexSearcher.setMaxClauseCount(2 * QueryCost.MOST);
    }

    private final IndexDefinition definition;
    private final QueryBuilder phrases;
    private final BitSetProducer rows = new QueryBitSetProducer(IndexFields.rows());
    private final Query everything;
    private final boolean ofDocuments;
    private final float tie;

    /** @param analyzer has the analyzer of each text field; still owned by the caller */
    public QueryTranslator(IndexDefinition definition, Analyzer analyzer) {
        this(definition, analyzer, false, Scoring.DEFAULT.tie());
    }

    private QueryTranslator(IndexDefinition definition, Analyzer analyzer, boolean ofDocuments, float tie) {
        this.definition = definition;
        this.phrases = new QueryBuilder(analyzer);
        this.everything = findsCells() ? IndexFields.rows() : new MatchAllDocsQuery();
        this.ofDocuments = ofDocuments;
        this.tie = tie;
    }

    /**
     * Creates a translator for single documents in memory. A fuzzy word matches every term within its distance there, and its
     * automaton is built once, not for every document. Values are found by their ends without reversed terms.
     *
     * @param analyzer as in the constructor
     */
    public static QueryTranslator ofDocuments(IndexDefinition definition, Analyzer analyzer) {
        return new QueryTranslator(definition, analyzer, true, Scoring.DEFAULT.tie());
    }

    /**
     * Translates a query for the scores of a request.
     *
     * @throws IllegalArgumentException if a field is unknown or does not support such a query
     */
    public Query scored(io.hbasesearch.core.query.Query query, Scoring.At scoring) {
        QueryTranslator tied = new QueryTranslator(
                definition,
                phrases.getAnalyzer(),
                ofDocuments,
                scoring.scoring().tie());
        return FieldScores.multiplied(tied.translate(query), scoring, definition);
    }

    /** @throws IllegalArgumentException if a field is unknown or does not support such a query */
    public Query translate(io.hbasesearch.core.query.Query query) {
        return translate(query, everything);
    }

    /** @param all the query that matches everything: rows, or cells */
    private Query translate(io.hbasesearch.core.query.Query query, Query all) {
        if (query instanceof MatchAll) {
            return all;
        } else if (query instanceof InCells cells) {
            return new ToParentBlockJoinQuery(inCells(cells), rows, ScoreMode.Max);
        } else if (query instanceof Boost boost) {
            return weighted(translate(boost.query(), all), boost.factor());
        } else if (query instanceof Word word) {
            return best(word.fields(), field -> field.phrase(word.text(), 0));
        } else if (query instanceof Phrase phrase) {
            return best(phrase.fields(), field -> field.phrase(phrase.text(), phrase.slop()));
        } else if (query instanceof Prefix prefix) {
            return best(prefix.fields(), field -> field.prefix(prefix.text()));
        } else if (query instanceof Suffix suffix) {
            return ofDocuments
                    ? pattern(suffix.fields(), TermPattern.suffix(suffix.text()))
                    : best(suffix.fields(), field -> field.suffix(suffix.text()));
        } else if (query instanceof Fuzzy fuzzy) {
            return ofDocuments
                    ? pattern(fuzzy.fields(), TermPattern.fuzzy(fuzzy.text(), fuzzy.maxEdits()))
                    : best(fuzzy.fields(), field -> field.fuzzy(fuzzy.text(), fuzzy.maxEdits()));
        } else if (query instanceof Wildcard wildcard) {
            return pattern(wildcard.fields(), TermPattern.wildcard(wildcard.pattern()));
        } else if (query instanceof Regexp regexp) {
            return pattern(regexp.fields(), TermPattern.regexp(regexp.pattern()));
        } else if (query instanceof Exists exists) {
            return field(exists.field()).exists();
        } else if (query instanceof Range range) {
            return field(range.field()).range(range);
        } else if (query instanceof GeoDistance distance) {
            return LatLonPoint.newDistanceQuery(
                    distance.field(), distance.center().lat(), distance.center().lon(), distance.meters());
        } else if (query instanceof GeoBox box) {
            return LatLonPoint.newBoxQuery(box.field(), box.bottom(), box.top(), box.left(), box.right());
        } else if (query instanceof Bool bool) {
            return translate(bool, all);
        }
        throw new IllegalArgumentException("a query of an unknown kind: " + query.getClass());
    }

    /** Returns a query for the cells themselves. */
    public Query inCells(InCells cells) {
        return translate(cells.query(), IndexFields.cells());
    }

    /** Returns the documents of rows, if cells have separate documents. */
    public BitSetProducer rows() {
        return rows;
    }

    public boolean findsCells() {
        return definition.cells().isPresent();
    }

    private Query pattern(List<String> fields, TermPattern pattern) {
        return best(fields, field -> field.pattern(pattern));
    }

    private Query best(List<String> fields, Function<FieldQueries, Query> leaf) {
        List<Query> queries = new ArrayList<>();
        fields.forEach(name -> queries.add(weighted(leaf.apply(field(name)), weight(name))));
        return queries.size() == 1 ? queries.get(0) : new DisjunctionMaxQuery(queries, tie);
    }

    private float weight(String name) {
        return definition.field(name).map(FieldMapping::weight).orElse(FieldMapping.DEFAULT_WEIGHT);
    }

    private static Query weighted(Query query, float factor) {
        return factor == 1 ? query : new BoostQuery(query, factor);
    }

    private Query translate(Bool bool, Query everyOne) {
        if (bool.isOneText()) {
            // One word, of which some fields have another spelling.
            return new DisjunctionMaxQuery(
                    bool.should().stream()
                            .map(spelling -> translate(spelling, everyOne))
                            .toList(),
                    tie);
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        BooleanQuery.Builder optional = new BooleanQuery.Builder();
        boolean anyRequired = false;
        for (io.hbasesearch.core.query.Query clause : bool.must()) {
            if (losesItsTokens(clause)) {
                optional.add(translate(clause, everyOne), Occur.SHOULD);
            } else {
                all.add(translate(clause, everyOne), Occur.MUST);
                anyRequired = true;
            }
        }
        if (!bool.must().isEmpty()) {
            all.add(optional.build(), anyRequired ? Occur.SHOULD : Occur.MUST);
        }
        bool.filter().forEach(clause -> all.add(translate(clause, everyOne), Occur.FILTER));
        addOptional(bool, all, everyOne);
        bool.mustNot().forEach(clause -> all.add(translate(clause, everyOne), Occur.MUST_NOT));
        return all.build();
    }

    /** Adds optional clauses; in a separate group if some of them must match, because there may be other optional clauses. */
    private void addOptional(Bool bool, BooleanQuery.Builder all, Query everyOne) {
        BooleanQuery.Builder target = bool.minimum() == 0 ? all : new BooleanQuery.Builder();
        bool.should().forEach(clause -> target.add(translate(clause, everyOne), Occur.SHOULD));
        if (target != all) {
            all.add(target.setMinimumNumberShouldMatch(bool.minimum()).build(), Occur.MUST);
        }
    }

    /**
     * Returns whether an analyzer removes all tokens of a word or phrase in one of its fields, which makes it optional within
     * must.
     */
    private boolean losesItsTokens(io.hbasesearch.core.query.Query clause) {
        if (clause instanceof Word word) {
            return losesItsTokens(word.fields(), word.text());
        }
        if (clause instanceof Bool bool && bool.isOneText()) {
            return bool.should().stream().anyMatch(this::losesItsTokens);
        }
        if (clause instanceof Boost boost) {
            return !boost.isSynonym() && losesItsTokens(boost.query());
        }
        return clause instanceof InCells cells
                ? losesItsTokens(cells.query())
                : clause instanceof Phrase phrase && losesItsTokens(phrase.fields(), phrase.text());
    }

    private boolean losesItsTokens(List<String> fields, String text) {
        return fields.stream()
                .anyMatch(name -> typeOf(name) == FieldType.TEXT && phrases.createPhraseQuery(name, text) == null);
    }

    private FieldType typeOf(String name) {
        return definition.field(name).isPresent() ? definition.field(name).get().type() : FieldType.JSON;
    }

    private FieldQueries field(String name) {
        return FieldQueries.of(definition, name, phrases);
    }
}
