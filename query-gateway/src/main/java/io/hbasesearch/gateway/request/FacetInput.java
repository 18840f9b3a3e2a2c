/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Facets as a caller wrote them. Immutable.
 *
 * @param fields of the URL: the most frequent values of each, by the field's name
 * @param body of a body: name to kind to settings; a missing node for none
 */
public record FacetInput(List<String> fields, JsonNode body) {
    static final String IN_URL = "facet";
    static final String IN_BODY = "facets";

    private static final int DEFAULT_SIZE = 10;

    public FacetInput {
        fields = List.copyOf(fields);
    }

    boolean isEmpty() {
        return fields.isEmpty() && body.isEmpty();
    }

    /**
     * @param context of the request, whose zone is that of the facets
     * @throws ProblemException 400 that points at the facet that this index cannot count
     */
    public List<FacetRequest> read(IndexDefinition definition, QueryContext context) {
        List<FacetRequest> facets = new ArrayList<>();
        for (String field : fields) {
            try {
                var unused = SortKey.requireSortable(definition, field, "facets");
            } catch (HBaseSearchException e) {
                throw refused(Fault.inParameter(IN_URL, e.getMessage(), e.hint().orElse(null)));
            }
            facets.add(new FacetRequest.Terms(field, field, DEFAULT_SIZE));
        }
        Iterator<Map.Entry<String, JsonNode>> members = body.fields();
        while (members.hasNext()) {
            Map.Entry<String, JsonNode> member = members.next();
            facets.add(new FacetReader(definition, context, member.getKey(), member.getValue()).read());
        }
        return bounded(facets);
    }

    private List<FacetRequest> bounded(List<FacetRequest> facets) {
        String twice = FacetRequest.duplicate(facets);
        if (twice == null && facets.size() <= SearchRequest.MAX_FACETS) {
            return facets;
        }
        String detail = twice == null
                ? "a search has at most " + SearchRequest.MAX_FACETS + " facets, not " + facets.size()
                : "the facet '" + twice + "' is requested twice";
        throw refused(
                fields.isEmpty() ? Fault.at("/" + IN_BODY, detail, null) : Fault.inParameter(IN_URL, detail, null));
    }

    static ProblemException refused(Fault fault) {
        return new ProblemException(ProblemDocument.badRequest(ErrorCode.QUERY_INVALID, List.of(fault)));
    }
}
