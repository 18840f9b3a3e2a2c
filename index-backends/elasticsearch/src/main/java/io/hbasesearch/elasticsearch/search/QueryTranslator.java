/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.query_dsl.BoolQuery;
import co.elastic.clients.elasticsearch._types.query_dsl.ChildScoreMode;
import co.elastic.clients.elasticsearch._types.query_dsl.NestedQuery;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import co.elastic.clients.elasticsearch._types.query_dsl.ZeroTermsQuery;
import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Exists;
import io.hbasesearch.core.query.Query.Fuzzy;
import io.hbasesearch.core.query.Query.InCells;
import io.hbasesearch.core.query.Query.MatchAll;
import io.hbasesearch.core.query.Query.Phrase;
import io.hbasesearch.core.query.Query.Prefix;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Regexp;
import io.hbasesearch.core.query.Query.Wildcard;
import io.hbasesearch.core.query.Query.Word;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Translates our queries into Elasticsearch's. Immutable. */
final class QueryTranslator {
    private static final int FUZZY_EXPANSIONS = 50;
    private static final String ZERO = "0.0";
    private static final String NEGATIVE_ZERO = "-0.0";

    private final IndexDefinition definition;

    QueryTranslator(IndexDefinition definition) {
        this.definition = definition;
    }

    Query translate(SearchRequest request) {
        Query query = translate(request.query());
        List<Query> filters =
                new ArrayList<>(request.filters().stream().map(this::translate).toList());
        if (definition.cells().isPresent() && request.size() > 0) {
            filters.add(naming(request.named()));
        }
        request.ids().ifPresent(ids -> filters.add(Query.of(q -> q.ids(i -> i.values(List.copyOf(ids))))));
        return filters.isEmpty()
                ? query
                : Query.of(q -> q.bool(b -> b.must(query).filter(filters)));
    }

    /**
     * Adds the matching cells to each hit, in the row's order. No row gets lost by it: one may match although none of its cells
     * does, because an analyzer removed all tokens of the query on cells.
     */
    private Query naming(InCells cells) {
        Query named = nested(cells)
                .innerHits(inner -> inner.size(SearchResult.MOST_CELLS)
                        .source(s -> s.fetch(false))
                        .docvalueFields(d -> d.field(CellUnit.PREFIX + CellUnit.FAMILY))
                        .docvalueFields(d -> d.field(CellUnit.PREFIX + CellUnit.QUALIFIER))
                        .sort(s -> s.doc(d -> d.order(SortOrder.Asc))))
                .build()
                ._toQuery();
        return Query.of(q -> q.bool(b -> b.should(named, Query.of(all -> all.matchAll(m -> m)))));
    }

    private NestedQuery.Builder nested(InCells cells) {
        return new NestedQuery.Builder()
                .path(CellUnit.FIELD)
                .query(translate(cells.query()))
                .scoreMode(ChildScoreMode.Max);
    }

    Query translate(io.hbasesearch.core.query.Query query) {
        if (query instanceof MatchAll) {
            return Query.of(q -> q.matchAll(m -> m));
        } else if (query instanceof InCells cells) {
            return nested(cells).build()._toQuery();
        } else if (query instanceof Word word) {
            return phrase(word.fields(), word.text(), 0, ZeroTermsQuery.None);
        } else if (query instanceof Phrase phrase) {
            return phrase(phrase.fields(), phrase.text(), phrase.slop(), ZeroTermsQuery.None);
        } else if (query instanceof Prefix prefix) {
            return best(prefix.fields(), field -> prefix(field, prefix.text()));
        } else if (query instanceof Fuzzy fuzzy) {
            return best(fuzzy.fields(), field -> fuzzy(field, fuzzy));
        } else if (query instanceof Wildcard wildcard) {
            return best(wildcard.fields(), field -> wildcard(field, wildcard.pattern()));
        } else if (query instanceof Regexp regexp) {
            return best(regexp.fields(), field -> regexp(field, regexp.pattern()));
        } else if (query instanceof Exists exists) {
            return Query.of(q -> q.exists(e -> e.field(exists.field())));
        } else if (query instanceof Range range) {
            return range(range);
        } else if (query instanceof Bool bool) {
            return bool(bool);
        }
        throw new IllegalArgumentException("a query of an unknown kind: " + query.getClass());
    }

    private Query phrase(List<String> fields, String text, int slop, ZeroTermsQuery withoutTokens) {
        return best(
                fields,
                field -> isText(field)
                        ? Query.of(q -> q.matchPhrase(
                                m -> m.field(field).query(text).slop(slop).zeroTermsQuery(withoutTokens)))
                        : isZero(field, text)
                                ? range(new Range(field, text, true, text, true))
                                : Query.of(q -> q.term(t -> t.field(field).value(text))));
    }

    /**
     * Returns whether the text is zero in a field that may have -0.0 from an earlier version, which Elasticsearch sorts below
     * 0.0 although it means the same.
     */
    private boolean isZero(String field, String text) {
        return definition
                        .field(field)
                        .map(FieldMapping::type)
                        .filter(type -> type == FieldType.FLOAT || type == FieldType.DOUBLE)
                        .isPresent()
                && Double.parseDouble(text) == 0;
    }

    private static Query best(List<String> fields, Function<String, Query> leaf) {
        if (fields.size() == 1) {
            return leaf.apply(fields.get(0));
        }
        List<Query> leaves = fields.stream().map(leaf).toList();
        return Query.of(q -> q.disMax(d -> d.queries(leaves).tieBreaker(0.0)));
    }

    private Query prefix(String field, String text) {
        return Query.of(q -> q.prefix(p -> p.field(field).value(asToken(field, text))));
    }

    private Query fuzzy(String field, Fuzzy fuzzy) {
        return Query.of(q -> q.fuzzy(f -> f.field(field)
                .value(asToken(field, fuzzy.text()))
                .fuzziness(String.valueOf(fuzzy.maxEdits()))
                .prefixLength(0)
                .maxExpansions(FUZZY_EXPANSIONS)
                .transpositions(true)));
    }

    private Query wildcard(String field, String pattern) {
        return Query.of(q -> q.wildcard(w -> w.field(field).value(asToken(field, pattern))));
    }

    /** Disables all optional syntax, which our expressions do not have. */
    private Query regexp(String field, String pattern) {
        return Query.of(
                q -> q.regexp(r -> r.field(field).value(asToken(field, pattern)).flags("NONE")));
    }

    /** Lower-cases text for a text field: these queries are not analysed, but the field's tokens were. */
    private String asToken(String field, String text) {
        return isText(field) ? text.toLowerCase(Locale.ROOT) : text;
    }

    private Query range(Range range) {
        String lower = range.lower();
        String upper = range.upper();
        return Query.of(q -> q.range(r -> r.term(t -> {
            t.field(range.field());
            if (lower != null) {
                t = range.lowerInclusive()
                        ? t.gte(isZero(range.field(), lower) ? NEGATIVE_ZERO : lower)
                        : t.gt(isZero(range.field(), lower) ? ZERO : lower);
            }
            if (upper != null) {
                t = range.upperInclusive()
                        ? t.lte(isZero(range.field(), upper) ? ZERO : upper)
                        : t.lt(isZero(range.field(), upper) ? NEGATIVE_ZERO : upper);
            }
            return t;
        })));
    }

    private Query bool(Bool bool) {
        if (bool.must().isEmpty() && bool.should().isEmpty() && bool.filter().isEmpty()) {
            // Elasticsearch would match everything except the mustNot clauses.
            return Query.of(q -> q.matchNone(m -> m));
        }
        BoolQuery.Builder query = new BoolQuery.Builder();
        bool.must().forEach(clause -> query.must(required(clause, bool.must().size())));
        if (bool.must().size() > 1 && bool.must().stream().allMatch(this::mayLoseItsTokens)) {
            List<Query> strict = bool.must().stream().map(this::translate).toList();
            query.filter(f -> f.bool(b -> b.should(strict).minimumShouldMatch("1")));
        }
        bool.should().forEach(clause -> query.should(translate(clause)));
        bool.mustNot().forEach(clause -> query.mustNot(translate(clause)));
        bool.filter().forEach(clause -> query.filter(translate(clause)));
        if (!bool.should().isEmpty()) {
            query.minimumShouldMatch(String.valueOf(bool.minimum()));
        }
        return query.build()._toQuery();
    }

    /** A clause whose tokens an analyzer removes does not restrict other clauses; only alone it matches nothing. */
    private Query required(io.hbasesearch.core.query.Query clause, int clauses) {
        Query strict = translate(clause);
        if (clauses == 1 || !mayLoseItsTokens(clause)) {
            return strict;
        }
        Query lenient = lenient(clause);
        // As a filter, the lenient form adds nothing to the score.
        Query unscored = Query.of(q -> q.bool(b -> b.filter(lenient)));
        return Query.of(q -> q.bool(b -> b.should(strict, unscored).minimumShouldMatch("1")));
    }

    private Query lenient(io.hbasesearch.core.query.Query clause) {
        if (clause instanceof InCells cells) {
            return new NestedQuery.Builder()
                    .path(CellUnit.FIELD)
                    .query(lenient(cells.query()))
                    .build()
                    ._toQuery();
        }
        return clause instanceof Phrase phrase
                ? phrase(phrase.fields(), phrase.text(), phrase.slop(), ZeroTermsQuery.All)
                : phrase(((Word) clause).fields(), ((Word) clause).text(), 0, ZeroTermsQuery.All);
    }

    private boolean mayLoseItsTokens(io.hbasesearch.core.query.Query clause) {
        if (clause instanceof Word word) {
            return word.fields().stream().anyMatch(this::isText);
        }
        if (clause instanceof InCells cells) {
            return mayLoseItsTokens(cells.query());
        }
        return clause instanceof Phrase phrase && phrase.fields().stream().anyMatch(this::isText);
    }

    private boolean isText(String field) {
        return definition
                .field(field)
                .map(FieldMapping::type)
                .filter(FieldType.TEXT::equals)
                .isPresent();
    }
}
