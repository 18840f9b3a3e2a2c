/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.GeoDistanceType;
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
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.elasticsearch.client.StoredFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Translates our queries into Elasticsearch's. Immutable. */
final class QueryTranslator {
    private static final int FUZZY_EXPANSIONS = 50;

    private static final Set<String> OPERATORS = Set.of("AND", "OR", "NOT", "TO");

    /** Analyzers that split text as {@code standard} does and have no stop words in the versions of new indexes. */
    private static final Set<String> WITHOUT_STOP_WORDS = Set.of("standard", "cjk", "cjk_t2s");

    /** Words that the first version of {@code cjk} removes. */
    private static final Set<String> FORMER_STOP_WORDS =
            Set.of(("a and are as at be but by for if in into is it no not of on or s such t"
                            + " that the their then there these they this to was will with www")
                    .split(" ", -1));

    /** The characters that {@code query_string} may read as syntax. */
    private static final String SYNTAX = "+-=&|><!(){}[]^\"~*?:\\/";

    /** Analyzers that remove a short word with an apostrophe at the beginning of another. */
    private static final Set<String> ELIDING = Set.of("french", "italian", "catalan", "irish");

    private static final int TATWEEL = '\u0640';
    private static final String ZERO = "0.0";
    private static final String NEGATIVE_ZERO = "-0.0";

    private final IndexDefinition definition;
    private final float tie;

    QueryTranslator(IndexDefinition definition) {
        this(definition, Scoring.DEFAULT.tie());
    }

    private QueryTranslator(IndexDefinition definition, float tie) {
        this.definition = definition;
        this.tie = tie;
    }

    Query translate(SearchRequest request) {
        Query query = request.isSortedByScore() && request.size() > 0
                ? scored(request.query(), request.scoring())
                : translate(request.query());
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

    private Query scored(io.hbasesearch.core.query.Query query, Scoring.At scoring) {
        QueryTranslator tied = new QueryTranslator(definition, scoring.scoring().tie());
        return FieldScores.multiplied(tied.translate(query), scoring, definition);
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
        } else if (query instanceof Boost boost) {
            return weighted(translate(boost.query()), boost.factor());
        } else if (query instanceof Word word) {
            return phrase(word.fields(), word.text(), 0, ZeroTermsQuery.None);
        } else if (query instanceof Phrase phrase) {
            return phrase(phrase.fields(), phrase.text(), phrase.slop(), ZeroTermsQuery.None);
        } else if (query instanceof Prefix prefix) {
            return best(prefix.fields(), field -> prefix(field, prefix.text()));
        } else if (query instanceof Suffix suffix) {
            return best(
                    suffix.fields(),
                    field -> Query.of(q -> q.prefix(
                            p -> p.field(StoredFields.reversed(field)).value(FieldMapping.reverse(suffix.text())))));
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
        } else if (query instanceof GeoDistance distance) {
            return Query.of(q -> q.geoDistance(g -> g.field(distance.field())
                    .location(SortFields.location(distance.center()))
                    .distance(BigDecimal.valueOf(distance.meters()).toPlainString() + "m")
                    .distanceType(GeoDistanceType.Arc)));
        } else if (query instanceof GeoBox box) {
            return Query.of(q -> q.geoBoundingBox(g -> g.field(box.field())
                    .boundingBox(b -> b.coords(c -> c.top(box.top())
                            .left(box.left())
                            .bottom(box.bottom())
                            .right(box.right())))));
        } else if (query instanceof Bool bool) {
            return bool(bool);
        }
        throw new IllegalArgumentException("a query of an unknown kind: " + query.getClass());
    }

    private Query phrase(List<String> fields, String text, int slop, ZeroTermsQuery withoutTokens) {
        return best(
                fields,
                field -> isText(field)
                        ? textPhrase(field, text, slop, withoutTokens)
                        : isZero(field, text)
                                ? range(new Range(field, text, true, text, true))
                                : Query.of(q -> q.term(t -> t.field(field).value(text))));
    }

    private Query textPhrase(String field, String text, int slop, ZeroTermsQuery withoutTokens) {
        if (mayHavePairs(field)) {
            CjkRuns runs = new CjkRuns(text);
            if (runs.isOneCharacter()) {
                return Query.of(q -> q.match(m -> m.field(field).query(text).zeroTermsQuery(withoutTokens)));
            } else if (runs.hasLoneCharacter()) {
                return slop > 1 ? sloppy(field, runs, slop) : runs.phrase(field, slop);
            }
        }
        return Query.of(
                q -> q.matchPhrase(m -> m.field(field).query(text).slop(slop).zeroTermsQuery(withoutTokens)));
    }

    /** Matches characters and words in any order that the slop allows, where characters that stand together stay so. */
    private Query sloppy(String field, CjkRuns runs, int slop) {
        List<Query> forms = PhrasePrefix.forms(runs, analyzers(field)).stream()
                .map(form -> Query.of(q -> q.matchPhrase(
                        m -> m.field(field).query(form).analyzer("whitespace").slop(slop))))
                .toList();
        List<Query> together = runs.pairs().stream()
                .map(run -> Query.of(q -> q.matchPhrase(m -> m.field(field).query(run))))
                .toList();
        return Query.of(q -> q.bool(b -> b.should(forms).minimumShouldMatch("1").filter(together)));
    }

    /** Returns the field's list, where the definition's own analyzers have one name, because nothing is known of what they do. */
    private List<String> analyzers(String field) {
        Set<String> own = definition.options().elasticsearch().ownAnalyzers();
        return definition.field(field).map(FieldMapping::analyzers).orElse(List.of()).stream()
                .map(name -> own.contains(name) ? PhrasePrefix.OWN : name)
                .toList();
    }

    /** Tells if an index may split Chinese, Japanese and Korean of this field into pairs of characters. */
    private boolean mayHavePairs(String field) {
        return analyzers(field).stream().anyMatch(PhrasePrefix.PAIRS::contains);
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

    private Query best(List<String> fields, Function<String, Query> leaf) {
        List<Query> leaves = fields.stream()
                .map(field -> weighted(leaf.apply(field), weight(field)))
                .toList();
        if (leaves.size() == 1) {
            return leaves.get(0);
        }
        return best(leaves);
    }

    private Query best(List<Query> leaves) {
        return Query.of(q -> q.disMax(d -> d.queries(leaves).tieBreaker((double) tie)));
    }

    private float weight(String field) {
        return definition.field(field).map(FieldMapping::weight).orElse(FieldMapping.DEFAULT_WEIGHT);
    }

    private static Query weighted(Query query, float factor) {
        return factor == 1 ? query : Query.of(q -> q.bool(b -> b.must(query).boost(factor)));
    }

    /**
     * Matches words with this prefix, and words with the same stem as the text. A text of several words is a phrase with a prefix at its
     * end.
     */
    private Query prefix(String field, String text) {
        if (!isText(field)) {
            return Query.of(q -> q.prefix(p -> p.field(field).value(text)));
        }
        if (isElided(field, text)) {
            return Query.of(q -> q.matchNone(m -> m));
        }
        List<Query> any = new ArrayList<>();
        any.add(beginning(field, text));
        // A single word is compared as a whole here: the prefix of its stem would find other words.
        Query analysed = textPhrase(field, text, 0, ZeroTermsQuery.None);
        any.add(Query.of(q -> q.constantScore(c -> c.filter(analysed))));
        if (QueryCost.isPhrase(text)) {
            any.addAll(new PhrasePrefix(field, analyzers(field), text).queries());
        }
        return Query.of(q -> q.disMax(d -> d.queries(any).tieBreaker(0.0)));
    }

    /** Matches words that begin with the text, after the normalisation of the field's analyzer. */
    static Query beginning(String field, String text) {
        return normalized(field, escaped(text) + "*");
    }

    /** Tells if nothing of the text may be left after normalisation: Elasticsearch would find every row that has the field. */
    private boolean isElided(String field, String text) {
        boolean elides = analyzers(field).stream().anyMatch(ELIDING::contains);
        char last = text.charAt(text.length() - 1);
        return text.chars().allMatch(c -> c == TATWEEL) || (elides && (last == '\'' || last == '\u2019'));
    }

    private Query fuzzy(String field, Fuzzy fuzzy) {
        if (isText(field)) {
            return normalized(field, escaped(fuzzy.text()) + "~" + fuzzy.maxEdits());
        }
        return Query.of(q -> q.fuzzy(f -> f.field(field)
                .value(fuzzy.text())
                .fuzziness(String.valueOf(fuzzy.maxEdits()))
                .prefixLength(0)
                .maxExpansions(FUZZY_EXPANSIONS)
                .transpositions(true)));
    }

    private Query wildcard(String field, String pattern) {
        return isText(field)
                ? normalized(field, escapedPattern(pattern))
                : Query.of(q -> q.wildcard(w -> w.field(field).value(pattern)));
    }

    /**
     * Disables all optional syntax, which our expressions do not have. Expressions cannot be normalised: on text, they match as they are
     * written and lower-cased, with ASCII letters of either case.
     */
    private Query regexp(String field, String pattern) {
        if (!isText(field)) {
            return expression(field, pattern, false);
        }
        String lower = pattern.toLowerCase(Locale.ROOT);
        Query small = expression(field, lower, true);
        return lower.equals(pattern)
                ? small
                : Query.of(q -> q.disMax(
                        d -> d.queries(small, expression(field, pattern, true)).tieBreaker(0.0)));
    }

    private static Query expression(String field, String pattern, boolean ignoresCase) {
        return Query.of(q -> q.regexp(
                r -> r.field(field).value(pattern).caseInsensitive(ignoresCase).flags("NONE")));
    }

    /**
     * Builds a {@code query_string} for one prefix, wildcard or inexact word. Only {@code query_string} has Elasticsearch change the characters as the field's analyzer
     * does; its own queries for prefixes, wildcards and inexact words compare them as they are.
     */
    private static Query normalized(String field, String word) {
        return Query.of(q -> q.queryString(s -> s.query(word)
                .fields(field)
                .analyzeWildcard(false)
                .fuzzyPrefixLength(0)
                .fuzzyMaxExpansions(FUZZY_EXPANSIONS)
                .fuzzyTranspositions(true)));
    }

    /** Escapes characters that {@code query_string} may read as syntax. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        if (OPERATORS.contains(text)) {
            escaped.append('\\');
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (SYNTAX.indexOf(c) >= 0 || Character.isWhitespace(c)) {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    /** Escapes syntax characters of a pattern. Keeps wildcards and existing escapes. */
    private static String escapedPattern(String pattern) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                escaped.append(c).append(pattern.charAt(++i));
            } else {
                escaped.append(c == '*' || c == '?' ? String.valueOf(c) : escaped(String.valueOf(c)));
            }
        }
        return escaped.toString();
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
        if (bool.isOneText()) {
            // One word, of which some fields have another spelling.
            return best(bool.should().stream().map(this::translate).toList());
        }
        if (bool.must().isEmpty() && bool.should().isEmpty() && bool.filter().isEmpty()) {
            // Elasticsearch would match everything except the mustNot clauses.
            return Query.of(q -> q.matchNone(m -> m));
        }
        BoolQuery.Builder query = new BoolQuery.Builder();
        List<io.hbasesearch.core.query.Query> optional = bool.must().size() == 1
                ? List.of()
                : bool.must().stream().filter(this::mayLoseItsTokens).toList();
        bool.must().stream()
                .filter(clause -> !optional.contains(clause))
                .forEach(clause -> query.must(translate(clause)));
        if (!optional.isEmpty()) {
            query.must(optional(optional, optional.size() == bool.must().size()));
        }
        bool.should().forEach(clause -> query.should(translate(clause)));
        bool.mustNot().forEach(clause -> query.mustNot(translate(clause)));
        bool.filter().forEach(clause -> query.filter(translate(clause)));
        if (!bool.should().isEmpty()) {
            query.minimumShouldMatch(String.valueOf(bool.minimum()));
        }
        return query.build()._toQuery();
    }

    /**
     * Requires clauses as far as an analyzer leaves tokens of them: as filters they match every row without any, and add no score.
     *
     * @param anyRequired whether a row must have a token of one of them
     */
    private Query optional(List<io.hbasesearch.core.query.Query> clauses, boolean anyRequired) {
        List<Query> lenient = clauses.stream().map(this::lenient).toList();
        List<Query> strict = clauses.stream().map(this::translate).toList();
        return Query.of(q -> q.bool(b -> b.filter(lenient).should(strict).minimumShouldMatch(anyRequired ? "1" : "0")));
    }

    private Query lenient(io.hbasesearch.core.query.Query clause) {
        if (clause instanceof Bool bool && bool.isOneText()) {
            List<Query> any = bool.should().stream().map(this::lenient).toList();
            return Query.of(q -> q.bool(b -> b.should(any).minimumShouldMatch("1")));
        }
        if (clause instanceof InCells cells) {
            return new NestedQuery.Builder()
                    .path(CellUnit.FIELD)
                    .query(lenient(cells.query()))
                    .build()
                    ._toQuery();
        }
        if (clause instanceof Boost boost) {
            return boost.isSynonym() ? translate(boost) : lenient(boost.query());
        }
        if (clause instanceof Phrase phrase) {
            return phrase(phrase.fields(), phrase.text(), phrase.slop(), ZeroTermsQuery.All);
        }
        return clause instanceof Word word
                ? phrase(word.fields(), word.text(), 0, ZeroTermsQuery.All)
                : translate(clause);
    }

    private boolean mayLoseItsTokens(io.hbasesearch.core.query.Query clause) {
        if (clause instanceof Bool bool && bool.isOneText()) {
            return bool.should().stream().anyMatch(this::mayLoseItsTokens);
        }
        if (clause instanceof Word word) {
            return mayLoseItsTokens(word.fields(), word.text());
        }
        if (clause instanceof InCells cells) {
            return mayLoseItsTokens(cells.query());
        }
        if (clause instanceof Boost boost) {
            return !boost.isSynonym() && mayLoseItsTokens(boost.query());
        }
        return clause instanceof Phrase phrase && mayLoseItsTokens(phrase.fields(), phrase.text());
    }

    private boolean mayLoseItsTokens(List<String> fields, String text) {
        List<String> words = new CjkRuns(text).standard();
        boolean isStopWord = FORMER_STOP_WORDS.containsAll(words);
        return fields.stream()
                .filter(this::isText)
                .anyMatch(field -> isStopWord
                        ? words.isEmpty() || !analyzers(field).get(0).equals("standard")
                        : !WITHOUT_STOP_WORDS.containsAll(analyzers(field)));
    }

    private boolean isText(String field) {
        return definition
                .field(field)
                .map(FieldMapping::type)
                .filter(FieldType.TEXT::equals)
                .isPresent();
    }
}
