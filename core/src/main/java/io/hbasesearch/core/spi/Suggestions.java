/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.text.CaseFolding;
import java.time.Duration;
import java.util.List;

/**
 * Completes a prefix with the values of a keyword field, most frequent first.
 *
 * @param values with the number of rows that have each
 * @param exact false if counts may be too low
 * @param timedOut true if the search was cut short
 */
public record Suggestions(List<FacetResult.Bucket> values, boolean exact, boolean timedOut) {
    /** The most suggestions; more than a user looks at. */
    public static final int MAX_SIZE = 100;

    /** The longest prefix, in characters: its pattern with several cases of each letter is one that Elasticsearch accepts. */
    public static final int MAX_PREFIX = 150;

    private static final String FACET = "suggest";

    public Suggestions {
        values = List.copyOf(values);
    }

    /** Finds values of rows that pass the filters.
     *
     * @param prefix in any case; empty for any value
     * @throws HBaseSearchException QUERY_INVALID if this is not a keyword field, or if prefix or size are too large
     */
    public static Suggestions of(
            DocumentSearcher searcher,
            IndexDefinition definition,
            String field,
            String prefix,
            List<Query> filters,
            int size,
            Duration timeout) {
        require(definition, field, prefix, size);
        String begin = definition
                .field(field)
                .map(mapping -> mapping.form().texts().withCase(prefix))
                .orElse(prefix);
        Query begins = begin.isEmpty()
                ? new Query.Range(field, null, true, null, true)
                : new Query.Regexp(List.of(field), CaseFolding.prefixPattern(begin));
        FacetRequest terms = new FacetRequest.Terms(FACET, field, size, begin, true, List.of());
        SearchResult found = searcher.search(new SearchRequest(begins, filters, 0, timeout).withFacets(List.of(terms)));
        FacetResult values = found.facets().getOrDefault(FACET, new FacetResult(List.of(), 0, false));
        return new Suggestions(values.buckets(), values.exact(), found.timedOut());
    }

    private static void require(IndexDefinition definition, String field, String prefix, int size) {
        if (SortKey.requireSortable(definition, field, "suggestions") != FieldType.KEYWORD) {
            throw invalid("Suggestions are for keyword fields, and " + field + " is none");
        }
        if (size < 1 || size > MAX_SIZE) {
            throw invalid("There are 1 to " + MAX_SIZE + " suggestions, not " + size);
        }
        if (prefix.length() > MAX_PREFIX) {
            throw invalid("The prefix has " + prefix.length() + " characters; at most " + MAX_PREFIX + " are allowed");
        }
    }

    private static HBaseSearchException invalid(String message) {
        return new HBaseSearchException(ErrorCode.QUERY_INVALID, message, null, null);
    }
}
