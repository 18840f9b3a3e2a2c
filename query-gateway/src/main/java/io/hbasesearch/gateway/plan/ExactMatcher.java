/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a query that needs no analyzer matches a document. Keyword, number, date and boolean fields have a value or they do not.
 * Immutable, for any thread.
 */
public final class ExactMatcher {
    private final IndexDefinition definition;

    public ExactMatcher(IndexDefinition definition) {
        this.definition = definition;
    }

    /** Returns why this query cannot be matched against a document without an analyzer; empty if it can. */
    public Optional<String> objection(Query query) {
        if (query instanceof Query.MatchAll) {
            return Optional.empty();
        }
        if (query instanceof Query.Bool bool) {
            return objection(bool.must())
                    .or(() -> objection(bool.should()))
                    .or(() -> objection(bool.mustNot()))
                    .or(() -> objection(bool.filter()));
        }
        if (query instanceof Query.Boost boost) {
            return objection(boost.query());
        }
        if (query instanceof Query.Word word) {
            return objectionToFields(word.fields());
        }
        if (query instanceof Query.Phrase phrase) {
            return objectionToFields(phrase.fields());
        }
        if (query instanceof Query.Prefix prefix) {
            return objectionToFields(prefix.fields());
        }
        if (query instanceof Query.Suffix suffix) {
            return objectionToFields(suffix.fields());
        }
        if (query instanceof Query.Range range) {
            return objectionToFields(List.of(range.field()));
        }
        if (query instanceof Query.Exists exists) {
            return objectionToFields(List.of(exists.field()));
        }
        if (query instanceof Query.GeoDistance || query instanceof Query.GeoBox) {
            return Optional.empty();
        }
        return Optional.of("the query has a clause that only the index can answer");
    }

    /** Returns the first objection to one of the queries, see {@link #objection(Query)}. */
    public Optional<String> objection(List<Query> queries) {
        return queries.stream().map(this::objection).flatMap(Optional::stream).findFirst();
    }

    private Optional<String> objectionToFields(List<String> fields) {
        return fields.stream()
                .filter(field -> type(field) == null)
                .findFirst()
                .map(field -> "the field " + field + " is full text");
    }

    /** Returns the field's type; null for a field that is analyzed, or has parts. */
    private @Nullable FieldType type(String field) {
        return definition
                .field(field)
                .map(FieldMapping::type)
                .filter(type -> type != FieldType.TEXT && type != FieldType.JSON)
                .orElse(null);
    }

    /**
     * Returns a test of whether a document matches all of these queries; one test serves many documents.
     *
     * @param queries without {@link #objection(List)}
     */
    public Predicate<Document> of(List<Query> queries) {
        return ExactQuery.of(Query.unboosted(queries), definition);
    }
}
