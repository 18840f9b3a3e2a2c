/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.spi.Suggestions;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.SuggestAnswer;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.NameHints;
import io.hbasesearch.gateway.request.SuggestParameters;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.time.Duration;
import java.util.List;

/** Completes typed prefixes with values from the index. Safe for use by several threads. */
public final class SuggestService {
    /** The index's time limit ends a little before the gateway's, so that its partial answer is not lost. */
    private static final double SHARE_OF_INDEX = 0.8;

    private final BackendGuard backend;
    private final FreshnessSource freshness;
    private final Tracing tracing;

    public SuggestService(BackendGuard backend, FreshnessSource freshness, Tracing tracing) {
        this.backend = backend;
        this.freshness = freshness;
        this.tracing = tracing;
    }

    /** @throws ProblemException 400 if this is not a keyword field, or a filter cannot be parsed */
    public SuggestAnswer suggest(SearchableIndex index, SuggestParameters parameters, RequestDeadline deadline) {
        IndexDefinition definition = index.definition();
        requireKeyword(definition, parameters.field());
        QueryContext context = new QueryContext(parameters.zone());
        List<Query> filters = Synonyms.added(
                parameters.filters().stream()
                        .map(filter -> filter.read(definition, context))
                        .toList(),
                definition,
                context);
        PlanChoice.requireIndexed(definition, filters, parameters.filters());
        long start = System.nanoTime();
        String name = definition.name();
        Suggestions found = tracing.index(
                "suggest",
                name,
                () -> backend.call(
                        name,
                        deadline.left(),
                        () -> Suggestions.of(
                                index.searcher(),
                                definition,
                                parameters.field(),
                                parameters.prefix(),
                                filters,
                                parameters.size(),
                                deadline.left(SHARE_OF_INDEX))));
        return new SuggestAnswer(
                definition.name(),
                parameters.field(),
                Duration.ofNanos(System.nanoTime() - start).toMillis(),
                new SuggestAnswer.Found(
                        found.values().stream()
                                .map(value -> new SuggestAnswer.Value(value.key(), value.count()))
                                .toList(),
                        found.exact(),
                        found.timedOut()),
                AsOf.of(freshness.of(index.metadata())),
                index.metadata().complete());
    }

    private static void requireKeyword(IndexDefinition definition, String field) {
        List<String> keywords = definition.fields().stream()
                .filter(each -> each.type() == FieldType.KEYWORD)
                .map(FieldMapping::name)
                .toList();
        if (!keywords.contains(field)) {
            throw new ProblemException(ProblemDocument.badRequest(
                    ErrorCode.QUERY_INVALID,
                    List.of(Fault.inParameter(
                            "field", "'" + field + "' is not a keyword field", NameHints.hint(field, keywords)))));
        }
    }
}
