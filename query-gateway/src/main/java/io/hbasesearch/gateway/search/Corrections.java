/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.BareWord;
import io.hbasesearch.core.query.NearWord;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.QueryInput;
import io.hbasesearch.gateway.request.SearchParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Corrects misspelled words of a query that finds nothing, by words of the index. It calls the index up to twice for each of the first
 * {@value #MOST_WORDS} words, and up to {@value #MOST_TRIES} times for the corrected query and twice for other forms of it, in half of the
 * time that the request has left. Safe for use by several threads.
 */
public final class Corrections {
    /** A word that at least this many rows have is not misspelled. */
    static final int ENOUGH = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Corrections.class);
    private static final int MOST_WORDS = 5;
    private static final int MOST_FIELDS = 8;
    private static final int MOST_TRIES = 3;
    private static final double SHARE_OF_TIME = 0.5;

    /** A word that some rows have is misspelled only if another word is at least this many times as frequent. */
    private static final int TIMES_AS_FREQUENT = 10;

    private final BackendGuard backend;

    public Corrections(BackendGuard backend) {
        this.backend = backend;
    }

    /**
     * Returns a query string that finds rows; empty if the query itself finds some, if there is none, or if the index fails or takes too long.
     *
     * @param found the rows that the query finds
     * @param now what {@code now} means
     */
    Optional<String> of(
            SearchableIndex index, SearchParameters parameters, long found, Instant now, RequestDeadline deadline) {
        Optional<String> text = parameters
                .criteria()
                .query()
                .map(QueryInput::value)
                .flatMap(value -> value.isTextual() ? Optional.of(value.textValue()) : Optional.empty());
        List<String> fields = fields(index);
        if (found > 0 || text.isEmpty() || !hasTime(deadline)) {
            return Optional.empty();
        }
        try {
            return new Attempt(index, parameters, fields, now, deadline.part(SHARE_OF_TIME)).of(text.get());
        } catch (HBaseSearchException | ProblemException e) {
            LOG.debug("No correction of a query of {}", index.definition().name(), e);
            return Optional.empty();
        }
    }

    private static boolean hasTime(RequestDeadline deadline) {
        return !deadline.passed() && deadline.work().hasOneMoreStage();
    }

    /** Returns the fields whose words may be shown. */
    private static List<String> fields(SearchableIndex index) {
        return index.definition().fields().stream()
                .filter(field -> field.searchedByDefault() && field.type() == FieldType.TEXT)
                .map(FieldMapping::name)
                .filter(field -> AnalyzerVersion.parse(
                                index.metadata().analyzers().getOrDefault(field, "standard"))
                        .keepsEndings())
                .limit(MOST_FIELDS)
                .toList();
    }

    /** A word of the query and what may be meant by it. */
    private record Misspelled(BareWord word, List<String> meant) {}

    /** The correction of one query. For one thread. */
    private final class Attempt {
        private final SearchableIndex index;
        private final IndexDefinition definition;
        private final SearchParameters parameters;
        private final List<String> fields;
        private final Instant now;
        private final RequestDeadline deadline;

        Attempt(
                SearchableIndex index,
                SearchParameters parameters,
                List<String> fields,
                Instant now,
                RequestDeadline deadline) {
            this.now = now;
            this.index = index;
            this.definition = index.definition();
            this.parameters = parameters;
            this.fields = fields;
            this.deadline = deadline;
        }

        Optional<String> of(String text) {
            Optional<String> spelled = fields.isEmpty() ? Optional.empty() : spelled(text);
            return spelled.isPresent()
                    ? spelled
                    : QueryStringParser.otherForms(text, definition).stream()
                            .filter(form -> findsRows(form))
                            .findFirst();
        }

        private boolean findsRows(String text) {
            if (!hasTime(deadline)) {
                return false;
            }
            SearchQuery query = SearchQuery.of(parameters.withQuery(text), index, now);
            return count(query.query(), query.filters()) > 0;
        }

        private Optional<String> spelled(String text) {
            List<Misspelled> misspelled = new ArrayList<>();
            for (BareWord word : QueryStringParser.bareWords(text, definition).stream()
                    .limit(MOST_WORDS)
                    .toList()) {
                List<String> meant = hasTime(deadline) ? meant(word.text()) : List.of();
                if (!meant.isEmpty()) {
                    misspelled.add(new Misspelled(word, meant));
                }
            }
            int tries = misspelled.stream()
                    .mapToInt(each -> each.meant().size())
                    .max()
                    .orElse(0);
            for (int i = 0; i < Math.min(tries, MOST_TRIES); i++) {
                String corrected = corrected(text, misspelled, i);
                if (findsRows(corrected)) {
                    return Optional.of(corrected);
                }
            }
            return Optional.empty();
        }

        /** Returns words that may be meant by one that few rows have, by itself or a synonym; the most probable first. */
        private List<String> meant(String word) {
            List<NearWord> near = call(time -> index.searcher().nearWords(fields, word, time)).stream()
                    .filter(each -> BareWord.mayBeMisspelled(each.text()))
                    .toList();
            if (near.isEmpty()) {
                return List.of();
            }
            Query parsed = QueryStringParser.parse(word, definition);
            long rows = count(Synonyms.added(parsed, definition, new QueryContext()), List.of());
            return rows >= ENOUGH
                    ? List.of()
                    : near.stream()
                            .filter(each -> rows == 0 || each.documents() >= TIMES_AS_FREQUENT * rows)
                            .map(NearWord::text)
                            .toList();
        }

        private long count(Query query, List<Query> filters) {
            return call(time -> index.searcher().search(new SearchRequest(query, filters, 0, time)))
                    .total();
        }

        private <T> T call(Function<Duration, T> work) {
            ProcessorTime.Stage stage = deadline.work().stage();
            Duration left = deadline.left();
            return backend.call(definition.name(), left, () -> stage.work(() -> work.apply(left)));
        }
    }

    /** @param choice which of the words that may be meant, or the last of fewer */
    private static String corrected(String text, List<Misspelled> misspelled, int choice) {
        StringBuilder corrected = new StringBuilder(text);
        for (int i = misspelled.size() - 1; i >= 0; i--) {
            Misspelled each = misspelled.get(i);
            String meant = each.meant().get(Math.min(choice, each.meant().size() - 1));
            corrected.replace(each.word().begin(), each.word().end(), meant);
        }
        return corrected.toString();
    }
}
