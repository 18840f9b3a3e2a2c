/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.Weight;
import io.hbasesearch.core.query.FieldResolver.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads queries that are written as JSON. Each is an object with one member, whose name is the kind of query:
 *
 * <pre>{@code
 * {"all": {}}
 * {"match":        {"field": "body", "text": "two words", "operator": "all"}}    or "any" of the words
 * {"phrase":       {"field": "body", "text": "two words", "slop": 1}}
 * {"term":         {"field": "folder", "value": "inbox"}}                        the whole value; not for text fields
 * {"terms":        {"field": "folder", "values": ["inbox", "work"]}}             one of them
 * {"prefix":       {"field": "body", "value": "wor"}}
 * {"suffix":       {"field": "phone", "value": "5678"}}                           of keyword fields with reverse: true
 * {"fuzzy":        {"field": "body", "value": "wrods", "edits": 1}}
 * {"wildcard":     {"field": "body", "pattern": "w?rd*"}}
 * {"regexp":       {"field": "body", "pattern": "wor(d|k)s?"}}
 * {"range":        {"field": "size", "gte": 1, "lt": 10}}
 * {"exists":       {"field": "size"}}
 * {"geo_distance": {"field": "location", "lat": 31.2, "lon": 121.5, "distance": "5km"}}     m, km or mi
 * {"geo_box":      {"field": "location", "top": 32, "left": 121, "bottom": 31, "right": 122}}  may cross the date line
 * {"query_string": {"query": "subject:words -sender:bob"}}
 * {"bool":         {"must": [...], "should": [...], "must_not": [...], "filter": [...], "minimum": 1}}
 * }</pre>
 *
 * <p>Each kind may have {@code "boost": 2}, a factor of its score.
 *
 * <p>Kinds that search for words may omit {@code field}, which means the fields that are searched by default. Values may be strings,
 * numbers or booleans. Every problem is reported with a JSON pointer to its place. For one query and one thread.
 */
public final class QueryTree {
    /** The longest JSON text, in characters. */
    public static final int MAX_LENGTH = 65_536;

    /** The longest text to search for, in characters, as in a query string. */
    static final int MAX_TEXT = QueryStringParser.MAX_LENGTH;

    private static final String BOOST = "boost";
    private static final int MAX_DEPTH = 20;
    private static final int MAX_CLAUSES = NodeConverter.MAX_CLAUSES;
    private final FieldResolver fields;
    private final IndexDefinition definition;
    private final QueryContext context;
    private boolean isFilter;
    private int clauses;

    private QueryTree(IndexDefinition definition, QueryContext context, boolean isFilter) {
        this.isFilter = isFilter;
        this.definition = definition;
        this.context = context;
        this.fields = new FieldResolver(definition, context);
    }

    /**
     * @return a query with known fields and values that fit them
     * @throws QuerySyntaxException if the query cannot be run, with the position and the reason
     */
    public static Query parse(String json, IndexDefinition definition) {
        if (json.length() > MAX_LENGTH) {
            throw new QuerySyntaxException(
                    "the query has " + json.length() + " characters; at most " + MAX_LENGTH + " are allowed",
                    null,
                    SourcePosition.character(MAX_LENGTH + 1));
        }
        return parse(TreeJson.read(json), definition, "");
    }

    /**
     * Parses a tree that is part of a larger document.
     *
     * @param tree as JSON readers have it: maps, lists, strings, numbers, booleans and null
     * @param pointer to the tree, for messages
     * @throws QuerySyntaxException for everything that cannot be run; says where and why
     */
    public static Query parse(@Nullable Object tree, IndexDefinition definition, String pointer) {
        return parse(tree, definition, pointer, new QueryContext());
    }

    /** @param context of the request, to which this query's cost and notes are added */
    public static Query parse(@Nullable Object tree, IndexDefinition definition, String pointer, QueryContext context) {
        return parse(tree, definition, pointer, context, false);
    }

    /** Parses a filter, in whose query strings an unknown name before a colon is refused. */
    public static Query parseFilter(
            @Nullable Object tree, IndexDefinition definition, String pointer, QueryContext context) {
        return parse(tree, definition, pointer, context, true);
    }

    private static Query parse(
            @Nullable Object tree, IndexDefinition definition, String pointer, QueryContext context, boolean isFilter) {
        QueryTree reader = new QueryTree(definition, context, isFilter);
        Query whole = reader.query(tree, pointer, 1).orElseThrow(() -> reader.nothing(SourcePosition.pointer(pointer)));
        return definition.cells().isPresent() ? gathered(whole, pointer) : whole;
    }

    private QuerySyntaxException nothing(SourcePosition place) {
        return clauses == 0
                ? place.error(
                        "the query has no clauses",
                        "put a query into must, should, must_not or filter, or use {\"all\": {}} for all rows")
                : place.error("the query has no word to search for, only signs", "use {\"all\": {}} for all rows");
    }

    private static Query gathered(Query whole, String pointer) {
        try {
            return CellConditions.gather(whole);
        } catch (QuerySyntaxException e) {
            throw SourcePosition.pointer(pointer).error(e.getMessage(), e.hint().orElse(null));
        }
    }

    /** Reads a query; empty if it has nothing to search for, only punctuation. */
    private Optional<Query> query(@Nullable Object node, String at, int depth) {
        if (depth > MAX_DEPTH) {
            throw SourcePosition.pointer(at).error("more than " + MAX_DEPTH + " nested queries", null);
        }
        TreeObject kinds = TreeObject.of(node, at);
        String kind = kinds.onlyName(Kind.NAMES);
        TreeObject body = TreeObject.of(kinds.member(kind), kinds.pointer(kind));
        if (!kind.equals("bool") && ++clauses > MAX_CLAUSES) {
            throw SourcePosition.pointer(at)
                    .error("the query has more than " + MAX_CLAUSES + " clauses", "search for fewer");
        }
        Optional<Query> read = read(Kind.of(kind), body, depth);
        if (!kind.equals("bool") && !kind.equals("query_string")) {
            read.ifPresent(query -> context.cost().add(query, SourcePosition.pointer(at)));
        }
        return body.has(BOOST) ? read.map(query -> Query.boosted(query, boost(body))) : read;
    }

    private static float boost(TreeObject body) {
        return Weight.parse(body.value(BOOST))
                .orElseThrow(() -> body.place(BOOST).error(BOOST + " is " + Weight.FORM, null));
    }

    private Optional<Query> read(Kind kind, TreeObject body, int depth) {
        body.requireNames(kind.members());
        return switch (kind) {
            case ALL -> Optional.of(new Query.MatchAll());
            case MATCH -> match(body);
            case PHRASE ->
                LeafConverter.phrase(
                        target(body), body.text("text", MAX_TEXT), body.integer("slop", 0), body.place("text"));
            case TERM -> Optional.of(term(body, body.value("value"), body.place("value")));
            case TERMS -> Optional.of(terms(body));
            case PREFIX ->
                Optional.of(LeafConverter.prefix(target(body), body.text("value", MAX_TEXT), body.place("value")));
            case SUFFIX ->
                Optional.of(LeafConverter.suffix(namedTarget(body), body.text("value", MAX_TEXT), body.place("value")));
            case FUZZY ->
                LeafConverter.fuzzyWord(
                        target(body), body.text("value", MAX_TEXT), body.integer("edits", 2), body.place("value"));
            case WILDCARD -> Optional.of(wildcard(body));
            case REGEXP ->
                Optional.of(LeafConverter.regexp(target(body), body.text("pattern", MAX_TEXT), body.place("pattern")));
            case RANGE -> Optional.of(range(body));
            case EXISTS -> Optional.of(LeafConverter.exists(namedTarget(body)));
            case GEO_DISTANCE -> Optional.of(GeoTrees.distance(namedTarget(body), body));
            case GEO_BOX -> Optional.of(GeoTrees.box(namedTarget(body), body));
            case QUERY_STRING -> Optional.of(queryString(body));
            case BOOL -> bool(body, depth);
        };
    }

    private Target target(TreeObject body) {
        return context.named(fields.resolve(body.has("field") ? body.name("field") : "", body.place("field")));
    }

    private Target namedTarget(TreeObject body) {
        return context.named(fields.resolve(body.name("field"), body.place("field")));
    }

    private Optional<Query> match(TreeObject body) {
        Target target = target(body);
        String text = body.text("text", MAX_TEXT);
        boolean any = body.choice("operator", Set.of("all", "any"), "all").equals("any");
        if (target.type() != FieldType.TEXT) {
            return LeafConverter.wordOrPhrase(target, text, -1, body.place("text"));
        }
        List<Query> words = new ArrayList<>();
        for (String word : Characters.words(text)) {
            if (++clauses > MAX_CLAUSES) {
                throw body.place("text").error("the query has more than " + MAX_CLAUSES + " words", null);
            }
            LeafConverter.wordOrPhrase(target, word, -1, body.place("text")).ifPresent(words::add);
        }
        if (words.size() < 2) {
            return words.stream().findFirst();
        }
        return Optional.of(
                any ? new Query.Bool(List.of(), words, List.of()) : new Query.Bool(words, List.of(), List.of()));
    }

    private Query term(TreeObject body, String value, SourcePosition place) {
        Target target = namedTarget(body);
        if (target.type() == FieldType.TEXT) {
            throw body.place("field")
                    .error(
                            LeafConverter.describe(target) + ", which has words and no whole value",
                            "use match or phrase");
        }
        return LeafConverter.wordOrPhrase(target, value, -1, place).orElseThrow();
    }

    private Query terms(TreeObject body) {
        List<Query> terms = new ArrayList<>();
        for (TreeObject.Value value : body.values("values")) {
            if (++clauses > MAX_CLAUSES) {
                throw value.place().error("the query has more than " + MAX_CLAUSES + " values", null);
            }
            terms.add(term(body, value.text(), value.place()));
        }
        return new Query.Bool(List.of(), terms, List.of());
    }

    private Query wildcard(TreeObject body) {
        String pattern = body.text("pattern", MAX_TEXT);
        WildcardPattern parsed = WildcardPattern.parse(pattern);
        SourcePosition place = body.place("pattern");
        if (parsed.count() == 0) {
            throw place.error("the pattern has no wildcard", "use term, or put a * or ? into it");
        }
        return LeafConverter.wildcard(target(body), parsed, place);
    }

    private Query range(TreeObject body) {
        Target target = namedTarget(body);
        if (body.has("gt") && body.has("gte")) {
            throw body.place("gt").error("a range has one lower bound, gt or gte", null);
        }
        if (body.has("lt") && body.has("lte")) {
            throw body.place("lt").error("a range has one upper bound, lt or lte", null);
        }
        if (!body.has("gt") && !body.has("gte") && !body.has("lt") && !body.has("lte")) {
            throw body.place("").error("a range needs a bound: gt, gte, lt or lte", "use exists for any value");
        }
        String lower = body.has("gt") ? body.value("gt") : body.has("gte") ? body.value("gte") : null;
        String upper = body.has("lt") ? body.value("lt") : body.has("lte") ? body.value("lte") : null;
        return LeafConverter.bounds(target, lower, !body.has("gt"), upper, !body.has("lt"), body.place(""));
    }

    private Query queryString(TreeObject body) {
        try {
            return QueryStringParser.parsePart(body.text("query", MAX_TEXT), definition, context, isFilter);
        } catch (QuerySyntaxException e) {
            if (e.pointer().isPresent()) {
                throw e;
            }
            throw body.place("query").error(e.getMessage(), e.hint().orElse(null));
        }
    }

    private Optional<Query> bool(TreeObject body, int depth) {
        List<Query> must = clauses(body, "must", depth);
        List<Query> should = clauses(body, "should", depth);
        List<Query> mustNot = clauses(body, "must_not", depth);
        boolean outer = isFilter;
        isFilter = true;
        List<Query> filter = clauses(body, "filter", depth);
        isFilter = outer;
        boolean required = !must.isEmpty() || !filter.isEmpty();
        int minimum = body.integer("minimum", required || should.isEmpty() ? 0 : 1);
        if (minimum > should.size()) {
            throw body.place("minimum")
                    .error("there are " + should.size() + " clauses in should, less than the minimum " + minimum, null);
        }
        if (!required && minimum == 0) {
            if (should.isEmpty() && mustNot.isEmpty()) {
                return Optional.empty();
            }
            // All rows except those of must_not; should only scores.
            return Optional.of(new Query.Bool(List.of(), should, mustNot, List.of(new Query.MatchAll()), 0));
        }
        return Optional.of(new Query.Bool(must, should, mustNot, filter, minimum));
    }

    private List<Query> clauses(TreeObject body, String name, int depth) {
        List<Query> queries = new ArrayList<>();
        for (TreeObject.Element element : body.elements(name)) {
            query(element.node(), element.pointer(), depth + 1).ifPresent(queries::add);
        }
        return queries;
    }

    /** The kinds of queries, and the members that each may have. */
    private enum Kind {
        ALL,
        MATCH("field", "text", "operator"),
        PHRASE("field", "text", "slop"),
        TERM("field", "value"),
        TERMS("field", "values"),
        PREFIX("field", "value"),
        SUFFIX("field", "value"),
        FUZZY("field", "value", "edits"),
        WILDCARD("field", "pattern"),
        REGEXP("field", "pattern"),
        RANGE("field", "gt", "gte", "lt", "lte"),
        EXISTS("field"),
        GEO_DISTANCE("field", "lat", "lon", "distance"),
        GEO_BOX("field", "top", "left", "bottom", "right"),
        QUERY_STRING("query"),
        BOOL("must", "should", "must_not", "filter", "minimum");

        static final List<String> NAMES =
                Arrays.stream(values()).map(Kind::lowerCase).toList();

        private final List<String> members;

        Kind(String... members) {
            this.members =
                    Stream.concat(Arrays.stream(members), Stream.of(BOOST)).toList();
        }

        static Kind of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }

        private String lowerCase() {
            return name().toLowerCase(Locale.ROOT);
        }

        List<String> members() {
            return members;
        }
    }
}
