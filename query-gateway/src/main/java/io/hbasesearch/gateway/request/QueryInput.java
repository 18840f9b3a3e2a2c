/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QuerySyntaxException;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query as a caller wrote it, with its location in the request. Immutable.
 *
 * @param parameter its name
 * @param pointer into the body; empty if the query is in the URL
 * @param value a string is a query string, an object a tree
 * @param isFilter whether the query only filters and does not score
 */
public record QueryInput(String parameter, String pointer, JsonNode value, boolean isFilter) {
    public QueryInput {
        Objects.requireNonNull(parameter, "parameter");
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(value, "value");
    }

    /**
     * Parses the query.
     *
     * @param context of the request, to which this query's cost and notes are added
     * @throws ProblemException 400 that points at what cannot be run
     */
    public Query read(IndexDefinition definition, QueryContext context) {
        try {
            if (value.isTextual()) {
                return isFilter
                        ? QueryStringParser.parseFilter(value.textValue(), definition, context)
                        : QueryStringParser.parse(value.textValue(), definition, context);
            }
            return isFilter
                    ? QueryTree.parseFilter(PlainJson.of(value), definition, pointer, context)
                    : QueryTree.parse(PlainJson.of(value), definition, pointer, context);
        } catch (QuerySyntaxException e) {
            throw new ProblemException(ProblemDocument.badRequest(e.code(), List.of(fault(e))), e);
        }
    }

    private Fault fault(QuerySyntaxException e) {
        String hint = e.hint().orElse(null);
        return pointer.isEmpty()
                ? fault(e.getMessage(), hint)
                : Fault.at(e.pointer().orElse(pointer), e.getMessage(), hint);
    }

    /** Returns a fault of the whole query, with its location. */
    public Fault fault(String message, @Nullable String hint) {
        return pointer.isEmpty() ? Fault.inParameter(parameter, message, hint) : Fault.at(pointer, message, hint);
    }

    QueryInput withText(String text) {
        return new QueryInput(parameter, pointer, TextNode.valueOf(text), isFilter);
    }

    /** Returns a form that is equal for equal queries. */
    public String canonical() {
        return value.isTextual() ? value.textValue() : value.toString();
    }
}
