/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import co.elastic.clients.elasticsearch._types.ShardFailure;
import io.hbasesearch.core.query.QuerySyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Recognises errors of Elasticsearch that a query causes, whatever their status: the same query fails on every node. Stateless. */
final class QueryFaults {
    /** Parts of types and reasons, in lower case. */
    private static final List<String> TOO_MUCH = List.of(
            "too many terms",
            "too_many_clauses",
            "too many clauses",
            "toomanyclauses",
            "too_many_nested_clauses",
            "too many nested clauses",
            "maxclausecount",
            "max_clause_count",
            "too_complex_to_determinize",
            "too complex to determinize",
            "determinizing automaton");

    private QueryFaults() {}

    /** Returns the refusal of a query that expands to more than Elasticsearch searches for; empty if the error has another cause. */
    static Optional<QuerySyntaxException> in(@Nullable ErrorCause error) {
        return isTooMuch(error)
                ? Optional.of(new QuerySyntaxException(
                        "The query expands to more words than Elasticsearch searches for at once",
                        "Write more letters before *, search for fewer words, or name the field of each."))
                : Optional.empty();
    }

    /** @throws QuerySyntaxException if a shard failed because of the query */
    static void requireNone(List<ShardFailure> failures) {
        failures.forEach(failure -> in(failure.reason()).ifPresent(fault -> {
            throw fault;
        }));
    }

    private static boolean isTooMuch(@Nullable ErrorCause error) {
        if (error == null) {
            return false;
        }
        String described = (error.type() + " " + error.reason()).toLowerCase(Locale.ROOT);
        return TOO_MUCH.stream().anyMatch(described::contains)
                || Stream.concat(error.rootCause().stream(), Stream.ofNullable(error.causedBy()))
                        .anyMatch(QueryFaults::isTooMuch);
    }
}
