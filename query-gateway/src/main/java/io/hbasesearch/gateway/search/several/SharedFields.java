/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search.several;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.search.SearchQuery;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Requires that the fields that a request names mean the same in all of its indexes: each index has them, with the same type. Otherwise a
 * name would be a field in one index and text in another, or values would not compare. Stateless.
 */
final class SharedFields {
    private static final String INDEX = "index";

    private SharedFields() {}

    /** @throws ProblemException 400 that names field and indexes, or what one of the indexes refuses */
    static void require(List<SearchableIndex> indexes, SearchParameters parameters, Instant now) {
        Map<String, SearchQuery> queries = new LinkedHashMap<>();
        Map<String, ProblemException> refusals = new LinkedHashMap<>();
        Set<String> fields = new TreeSet<>();
        for (SearchableIndex index : indexes) {
            String name = index.definition().name();
            try {
                SearchQuery query = SearchQuery.of(parameters, index, now);
                queries.put(name, query);
                fields.addAll(query.fields());
            } catch (ProblemException e) {
                refusals.put(name, e);
            }
        }
        List<IndexDefinition> definitions =
                indexes.stream().map(SearchableIndex::definition).toList();
        boolean inBody = parameters.criteria().sort().inBody();
        List<Fault> faults = new ArrayList<>();
        fields.forEach(field -> ofField(field, definitions, inBody).ifPresent(faults::add));
        if (faults.isEmpty() && refusals.isEmpty()) {
            ofHistograms(queries, inBody).ifPresent(faults::add);
            ofMetrics(queries, inBody).ifPresent(faults::add);
        }
        if (!faults.isEmpty()) {
            throw new ProblemException(ProblemDocument.badRequest(ErrorCode.QUERY_INVALID, faults));
        }
        refusals.forEach((name, refusal) -> {
            throw refusals.size() == indexes.size() ? refusal : named(name, refusal);
        });
    }

    /** Returns the refusal with the name of the index in its messages. */
    static ProblemException named(String index, ProblemException refusal) {
        ProblemDocument problem = refusal.problem();
        String begin = "index '" + index + "': ";
        return new ProblemException(
                new ProblemDocument(
                        problem.status(),
                        begin + problem.detail(),
                        problem.code(),
                        problem.hint(),
                        problem.errors().stream()
                                .map(fault -> new Fault(
                                        begin + fault.detail(), fault.hint(), fault.pointer(), fault.parameter()))
                                .toList(),
                        problem.request(),
                        problem.retryAfter()),
                refusal);
    }

    private static Optional<Fault> ofField(String field, List<IndexDefinition> indexes, boolean inBody) {
        Map<FieldType, List<String>> types = new LinkedHashMap<>();
        List<String> without = new ArrayList<>();
        for (IndexDefinition index : indexes) {
            Optional<FieldType> type = type(index, field);
            type.ifPresentOrElse(
                    known -> types.computeIfAbsent(known, none -> new ArrayList<>())
                            .add(quoted(index.name())),
                    () -> without.add(quoted(index.name())));
        }
        if (!without.isEmpty()) {
            return Optional.of(fault(
                    inBody,
                    "the request names the field '" + field + "', which " + String.join(", ", without)
                            + (without.size() == 1 ? " does not have" : " do not have"),
                    "Ask only indexes that have it: "
                            + String.join(
                                    ", ",
                                    types.values().stream()
                                            .flatMap(List::stream)
                                            .toList()) + "."));
        }
        if (types.size() > 1) {
            List<String> each = new ArrayList<>();
            types.forEach((type, names) ->
                    each.add(type.name().toLowerCase(Locale.ROOT) + " in " + String.join(", ", names)));
            return Optional.of(fault(
                    inBody,
                    "the field '" + field + "' has different types: " + String.join("; ", each),
                    "Ask indexes of one type at a time, or do not name the field."));
        }
        return Optional.empty();
    }

    /** Refuses intervals of different zones, which cannot be added up. */
    private static Optional<Fault> ofHistograms(Map<String, SearchQuery> queries, boolean inBody) {
        Map<String, Map<ZoneId, List<String>>> zones = new LinkedHashMap<>();
        queries.forEach((index, query) -> query.facets().forEach(facet -> {
            if (facet instanceof FacetRequest.DateHistogram histogram) {
                zones.computeIfAbsent(facet.name(), none -> new LinkedHashMap<>())
                        .computeIfAbsent(histogram.zone(), none -> new ArrayList<>())
                        .add(quoted(index));
            }
        }));
        return zones.entrySet().stream()
                .filter(facet -> facet.getValue().size() > 1)
                .findFirst()
                .map(facet -> {
                    List<String> each = new ArrayList<>();
                    facet.getValue().forEach((zone, names) -> each.add(zone + " in " + String.join(", ", names)));
                    return fault(
                            inBody,
                            "the intervals of the facet '" + facet.getKey() + "' are of different time zones: "
                                    + String.join("; ", each),
                            "Give the request or the facet a 'zone'.");
                });
    }

    /** Refuses metrics: numbers of different values cannot be added up, nor can averages. */
    private static Optional<Fault> ofMetrics(Map<String, SearchQuery> queries, boolean inBody) {
        return queries.values().stream()
                .filter(any -> queries.size() > 1)
                .flatMap(query -> query.facets().stream())
                .filter(facet -> facet instanceof FacetRequest.Metrics
                        || !facet.metrics().isEmpty())
                .findFirst()
                .map(facet -> fault(
                        inBody,
                        "the facet '" + facet.name() + "' has metrics, which are those of one index",
                        "Ask one index at a time for metrics."));
    }

    static Optional<FieldType> type(IndexDefinition index, String field) {
        int dot = field.indexOf('.');
        return index.field(field)
                .or(() -> dot < 0 ? Optional.empty() : index.field(field.substring(0, dot)))
                .map(FieldMapping::type);
    }

    private static String quoted(String name) {
        return "'" + name + "'";
    }

    private static Fault fault(boolean inBody, String detail, String hint) {
        return inBody ? Fault.inBody(INDEX, detail, hint) : Fault.inParameter(INDEX, detail, hint);
    }
}
