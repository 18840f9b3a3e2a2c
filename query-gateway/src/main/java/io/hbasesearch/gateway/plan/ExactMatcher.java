/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
        if (query instanceof Query.Word word) {
            return objectionToFields(word.fields());
        }
        if (query instanceof Query.Phrase phrase) {
            return objectionToFields(phrase.fields());
        }
        if (query instanceof Query.Prefix prefix) {
            return objectionToFields(prefix.fields());
        }
        if (query instanceof Query.Range range) {
            return objectionToFields(List.of(range.field()));
        }
        if (query instanceof Query.Exists exists) {
            return objectionToFields(List.of(exists.field()));
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

    /** @param query one without {@link #objection(Query)} */
    public boolean matches(Query query, Document document) {
        if (query instanceof Query.Bool bool) {
            return matchesAll(bool, document);
        }
        if (query instanceof Query.Word word) {
            return word.fields().stream().anyMatch(field -> has(document, field, word.text()));
        }
        if (query instanceof Query.Phrase phrase) {
            return phrase.fields().stream().anyMatch(field -> has(document, field, phrase.text()));
        }
        if (query instanceof Query.Prefix prefix) {
            return prefix.fields().stream().anyMatch(field -> values(document, field).stream()
                    .anyMatch(value -> String.valueOf(value).startsWith(prefix.text())));
        }
        if (query instanceof Query.Exists exists) {
            return !values(document, exists.field()).isEmpty();
        }
        return query instanceof Query.MatchAll || (query instanceof Query.Range range && isIn(range, document));
    }

    private boolean matchesAll(Query.Bool bool, Document document) {
        boolean requires = !bool.must().isEmpty()
                || !bool.filter().isEmpty()
                || !bool.should().isEmpty();
        return requires
                && bool.must().stream().allMatch(each -> matches(each, document))
                && bool.filter().stream().allMatch(each -> matches(each, document))
                && bool.mustNot().stream().noneMatch(each -> matches(each, document))
                && bool.should().stream()
                                .filter(each -> matches(each, document))
                                .count()
                        >= bool.minimum();
    }

    private boolean has(Document document, String field, String text) {
        FieldType type = type(field);
        return type != null
                && values(document, field).stream().anyMatch(value -> compare(type, String.valueOf(value), text) == 0);
    }

    private boolean isIn(Query.Range range, Document document) {
        FieldType type = type(range.field());
        return type != null
                && values(document, range.field()).stream().anyMatch(value -> isIn(range, type, String.valueOf(value)));
    }

    private static boolean isIn(Query.Range range, FieldType type, String value) {
        String lower = range.lower();
        String upper = range.upper();
        return (lower == null || compare(type, value, lower) >= (range.lowerInclusive() ? 0 : 1))
                && (upper == null || compare(type, value, upper) <= (range.upperInclusive() ? 0 : -1));
    }

    private static List<?> values(Document document, String field) {
        Object value = document.fields().get(field);
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> several ? several : List.of(value);
    }

    /** Returns -1, 0 or 1, in the order in which the index keeps values of this type. */
    private static int compare(FieldType type, String left, String right) {
        return Integer.signum(
                switch (type) {
                    case TEXT, KEYWORD, BOOLEAN, JSON ->
                        Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));
                    case INT, LONG -> Long.compare(Long.parseLong(left), Long.parseLong(right));
                    case FLOAT -> Float.compare(Float.parseFloat(left) + 0f, Float.parseFloat(right) + 0f);
                    case DOUBLE -> Double.compare(Double.parseDouble(left) + 0.0, Double.parseDouble(right) + 0.0);
                    case DATE -> compareDates(left, right);
                });
    }

    private static int compareDates(String left, String right) {
        try {
            return Instant.parse(left).compareTo(Instant.parse(right));
        } catch (DateTimeException e) {
            return left.compareTo(right);
        }
    }
}
