/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.query.FormerNumbers;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.QueryInput;
import io.hbasesearch.gateway.request.SearchParameters;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Parsed query of a request.
 *
 * @param query decides which rows match
 * @param ranked what the index scores
 * @param sort with the row key at the end
 * @param facets counted over all matches
 * @param fingerprint identifies requests that can share cursors
 * @param notes that say where the query was read differently from what its author may mean
 * @param uses what the answer depends on beside the rows
 */
public record SearchQuery(
        Query query,
        Ranked ranked,
        List<Query> filters,
        List<SortKey> sort,
        List<FacetRequest> facets,
        long fingerprint,
        List<String> notes,
        Uses uses) {
    private static final String AS_WRITTEN = "words were searched as they are written: with prefixes or inexact words,"
            + " the request would cost too much; search for fewer words, or in fewer fields";

    /**
     * Lists what the answer depends on beside the rows.
     *
     * @param fields that query, filters, order and facets name
     * @param now what {@code now} means in the query, the filters and the ranking; empty if they do not depend on it
     */
    public record Uses(Set<String> fields, Optional<Instant> now) {
        public Uses {
            fields = Set.copyOf(fields);
            Objects.requireNonNull(now, "now");
        }
    }

    /**
     * Joins the query, with clauses that only score, and the scoring.
     *
     * @param scoring the default if the order of hits does not depend on scores
     */
    public record Ranked(Query query, Scoring.At scoring) {}

    public SearchQuery {
        filters = List.copyOf(filters);
        sort = List.copyOf(sort);
        facets = List.copyOf(facets);
        notes = List.copyOf(notes);
    }

    /** The query and the filters, all of which a hit matches. */
    List<Query> all() {
        return Stream.concat(Stream.of(query), filters.stream()).toList();
    }

    boolean isByScore() {
        return isByScore(sort);
    }

    private static boolean isByScore(List<SortKey> sort) {
        return sort.stream().anyMatch(SortKey.Score.class::isInstance);
    }

    public boolean hasFunctions() {
        return !ranked.scoring().scoring().functions().isEmpty();
    }

    public Set<String> fields() {
        return uses.fields();
    }

    public Optional<Instant> now() {
        return uses.now();
    }

    /**
     * @param instant what {@code now} means: the same for all pages of a cursor, which keeps its milliseconds
     * @throws io.hbasesearch.gateway.http.ProblemException 400 for a query that cannot be parsed
     */
    public static SearchQuery of(SearchParameters parameters, SearchableIndex index, Instant instant) {
        Instant now = instant.truncatedTo(ChronoUnit.MILLIS);
        WordOptions words = parameters.criteria().words();
        try {
            return read(parameters.criteria(), index, now);
        } catch (ProblemException e) {
            if (words.equals(WordOptions.EXACT)) {
                throw e;
            }
            // If the alternatives of words cost too much, the query is still possible without them.
            return read(parameters.with(WordOptions.EXACT).criteria(), index, now)
                    .with(AS_WRITTEN);
        }
    }

    /** Tells whether words are searched for only as they are written, because their alternatives would cost too much. */
    boolean isTooMuch() {
        return notes.contains(AS_WRITTEN);
    }

    /** Returns this query with an instant that its cursors keep, because other indexes of the request may depend on it. */
    SearchQuery keeping(Instant now) {
        Uses kept = new Uses(uses.fields(), Optional.of(now));
        return new SearchQuery(query, ranked, filters, sort, facets, fingerprint, notes, kept);
    }

    /** Returns this query with a note if the search itself may do without inexact words. */
    SearchQuery explained(SearchParameters parameters) {
        return WordsAsWritten.mayBeInexact(parameters) && !isTooMuch()
                ? with("words that differ a little are searched for only if no row has all words as they are written")
                : this;
    }

    private SearchQuery with(String note) {
        List<String> all = Stream.concat(notes.stream(), Stream.of(note)).toList();
        return new SearchQuery(query, ranked, filters, sort, facets, fingerprint, all, uses);
    }

    private static SearchQuery read(SearchParameters.Criteria criteria, SearchableIndex index, Instant now) {
        IndexDefinition definition = index.definition();
        QueryContext context = new QueryContext(criteria.zone(), criteria.words(), now);
        Query query = criteria.query().map(input -> read(input, index, context)).orElseGet(Query.MatchAll::new);
        List<Query> filters = criteria.filters().stream()
                .map(filter -> read(filter, index, context))
                .toList();
        List<SortKey> sort = criteria.sort().read(definition);
        List<FacetRequest> facets = criteria.facets().read(definition, context);
        Scoring scoring = criteria.ranking().read(definition);
        Query withClauses = isByScore(sort) ? Ranking.added(query, definition, context) : query;
        List<Query> queries = new ArrayList<>(List.of(query, withClauses));
        queries.addAll(filters);
        List<Query> expanded = Synonyms.added(queries, definition, context);
        boolean isByNow = isByScore(sort) && !scoring.functions().isEmpty();
        Optional<Instant> usedNow = context.usedNow().or(() -> Optional.of(now).filter(any -> isByNow));
        Ranked ranked = new Ranked(expanded.get(1), isByScore(sort) ? scoring.at(now) : Scoring.At.DEFAULT);
        return new SearchQuery(
                expanded.get(0),
                ranked,
                expanded.subList(2, expanded.size()),
                sort,
                facets,
                fingerprint(criteria, definition, isByScore(sort) ? Optional.of(ranked) : Optional.empty()),
                context.notes(),
                new Uses(fields(context, sort, facets), usedNow));
    }

    private static Set<String> fields(QueryContext context, List<SortKey> sort, List<FacetRequest> facets) {
        Set<String> fields = new TreeSet<>(context.fields());
        for (SortKey key : sort) {
            if (key instanceof SortKey.Field field) {
                fields.add(field.name());
            } else if (key instanceof SortKey.Distance distance) {
                fields.add(distance.name());
            }
        }
        facets.forEach(facet -> fields.add(facet.field()));
        return fields;
    }

    private static Query read(QueryInput input, SearchableIndex index, QueryContext context) {
        Query query = input.read(index.definition(), context);
        return index.metadata().isMadeBy(index.definition()) ? query : FormerNumbers.added(query, index.definition());
    }

    /** @param scored what the order depends on; empty if it does not depend on scores */
    private static long fingerprint(
            SearchParameters.Criteria criteria, IndexDefinition definition, Optional<Ranked> scored) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, definition.name());
            update(digest, criteria.query().map(QueryInput::canonical).orElse("*"));
            update(digest, String.join("\n", criteria.sort().keys()));
            criteria.filters().forEach(filter -> update(digest, filter.canonical()));
            criteria.ranking().canonical().ifPresent(ranking -> update(digest, ranking));
            criteria.zone().ifPresent(zone -> update(digest, zone.getId()));
            if (!criteria.words().equals(WordOptions.EXACT)) {
                update(digest, criteria.words().toString());
            }
            scored.filter(any -> changesScores(definition)).ifPresent(ranked -> {
                update(digest, ranked.query().toString());
                update(digest, ranked.scoring().scoring().toString());
            });
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }

    /**
     * Tells whether a definition changes how a query scores rows. Such settings may change between two pages. Without them, a fingerprint
     * stays as older gateways make it.
     */
    private static boolean changesScores(IndexDefinition definition) {
        return !definition.options().ranking().equals(Scoring.DEFAULT)
                || !definition.options().synonyms().isEmpty()
                || definition.fields().stream().anyMatch(SearchQuery::changesScores);
    }

    private static boolean changesScores(FieldMapping field) {
        return field.weight() != FieldMapping.DEFAULT_WEIGHT
                || field.searchedByDefault() != field.type().searchedByDefault();
    }

    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }
}
