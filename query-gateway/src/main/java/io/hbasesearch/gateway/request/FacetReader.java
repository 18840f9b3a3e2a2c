/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QuerySyntaxException;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.FacetRequest.CalendarUnit;
import io.hbasesearch.core.spi.search.FacetRequest.Interval;
import io.hbasesearch.core.spi.search.FacetRequest.Ranges.Bucket;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one facet of a body and points at what is wrong with it. For one thread. */
final class FacetReader {
    private static final String TERMS = "terms";
    private static final String RANGES = "ranges";
    private static final String HISTOGRAM = "date_histogram";
    private static final String METRICS = "metrics";
    private static final List<String> KINDS = List.of(TERMS, RANGES, HISTOGRAM, METRICS);
    private static final int DEFAULT_SIZE = 10;
    private static final int MAX_NAME = 100;
    private static final Pattern LENGTH = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h|d)");

    private final IndexDefinition definition;
    private final QueryContext context;
    private final String name;
    private final JsonNode facet;
    private final String pointer;

    FacetReader(IndexDefinition definition, QueryContext context, String name, JsonNode facet) {
        this.definition = definition;
        this.context = context;
        this.name = name;
        this.facet = facet;
        this.pointer = "/" + FacetInput.IN_BODY + "/" + Fault.escape(name);
    }

    /** @throws ProblemException 400 */
    FacetRequest read() {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw refused("", "the name of a facet has 1 to " + MAX_NAME + " characters", null);
        }
        if (!facet.isObject() || facet.size() != 1) {
            throw refused(
                    "",
                    "a facet is an object with one member, its kind",
                    "The kinds are " + String.join(", ", KINDS) + ".");
        }
        String kind = facet.fieldNames().next();
        JsonNode body = facet.get(kind);
        if (!KINDS.contains(kind)) {
            throw refused(
                    "/" + Fault.escape(kind), "unknown kind of facet '" + kind + "'", NameHints.hint(kind, KINDS));
        }
        if (!body.isObject()) {
            throw refused("/" + Fault.escape(kind), "this must be an object", null);
        }
        try {
            return switch (kind) {
                case TERMS -> terms(body);
                case RANGES -> ranges(body);
                case HISTOGRAM -> histogram(body);
                case METRICS -> metrics(body);
                default -> throw new IllegalStateException("not a kind: " + kind);
            };
        } catch (IllegalArgumentException e) {
            throw refused("/" + kind, String.valueOf(e.getMessage()), null);
        }
    }

    private FacetRequest terms(JsonNode body) {
        requireNames("/" + TERMS, body, List.of("field", "size", "prefix", METRICS));
        String field = field(TERMS, body);
        JsonNode size = body.path("size");
        if (!size.isMissingNode() && !(size.isInt() && size.intValue() > 0)) {
            throw refused("/terms/size", "'size' must be a whole number from 1 to " + FacetRequest.MAX_BUCKETS, null);
        }
        return new FacetRequest.Terms(
                name,
                field,
                size.asInt(DEFAULT_SIZE),
                text(TERMS, body, "prefix")
                        .map(prefix -> inCaseOf(field, prefix))
                        .orElse(""),
                false,
                measured(TERMS, body));
    }

    private String inCaseOf(String field, String prefix) {
        return definition.field(field).orElseThrow().form().texts().withCase(prefix);
    }

    private FacetRequest ranges(JsonNode body) {
        requireNames("/" + RANGES, body, List.of("field", "ranges", METRICS));
        String field = field(RANGES, body);
        JsonNode list = body.path("ranges");
        if (!list.isArray()) {
            throw refused("/ranges", "'ranges' must be a list of ranges", null);
        }
        List<Bucket> buckets = new ArrayList<>();
        for (JsonNode range : list) {
            buckets.add(bucket(field, range, "/ranges/ranges/" + buckets.size()));
        }
        return new FacetRequest.Ranges(name, field, buckets, measured(RANGES, body));
    }

    private Bucket bucket(String field, JsonNode range, String at) {
        if (!range.isObject()) {
            throw refused(at, "a range is an object", null);
        }
        requireNames(at, range, List.of("key", "gt", "gte", "lt", "lte"));
        Map<String, @Nullable Object> bounds = new LinkedHashMap<>();
        bounds.put("field", field);
        range.fields().forEachRemaining(member -> {
            if (!member.getKey().equals("key")) {
                bounds.put(member.getKey(), PlainJson.of(member.getValue()));
            }
        });
        try {
            Query query = QueryTree.parse(Map.of("range", bounds), definition, "", context);
            return new Bucket(range.path("key").asText(key(bounds)), (Query.Range) query);
        } catch (QuerySyntaxException e) {
            String inside = e.pointer().orElse("").replaceFirst("^/range", "");
            throw refused(
                    at + inside,
                    e.getMessage().replaceFirst("^at /[^:]*: ", ""),
                    e.hint().orElse(null));
        }
    }

    /** Formats the range in mathematical notation: [10,20). */
    private static String key(Map<String, @Nullable Object> bounds) {
        String from = Stream.of("gte", "gt")
                .filter(bounds::containsKey)
                .map(bound -> (bound.equals("gte") ? "[" : "(") + bounds.get(bound))
                .findFirst()
                .orElse("(");
        String to = Stream.of("lte", "lt")
                .filter(bounds::containsKey)
                .map(bound -> bounds.get(bound) + (bound.equals("lte") ? "]" : ")"))
                .findFirst()
                .orElse(")");
        return from + "," + to;
    }

    private FacetRequest histogram(JsonNode body) {
        requireNames("/" + HISTOGRAM, body, List.of("field", "interval", "zone", METRICS));
        String field = field(HISTOGRAM, body);
        if (definition.field(field).orElseThrow().type() != FieldType.DATE) {
            throw refused(
                    "/date_histogram/field", "a date_histogram needs a date field, and " + field + " is not one", null);
        }
        Interval interval = interval(text(HISTOGRAM, body, "interval").orElse(""));
        ZoneId zone = text(HISTOGRAM, body, "zone").map(this::zone).orElseGet(() -> zone(field, interval));
        return new FacetRequest.DateHistogram(name, field, interval, zone, measured(HISTOGRAM, body));
    }

    /** Returns the zone of a facet that names none. Fixed intervals need an offset: the zone's without daylight saving time. */
    private ZoneId zone(String field, Interval interval) {
        List<ZoneId> zones = context.zone()
                .map(List::of)
                .orElseGet(() -> definition.zones(definition.field(field).orElseThrow()));
        if (zones.size() > 1) {
            throw refused(
                    "/date_histogram/zone",
                    "the variants of the row key have " + field + " in several time zones: " + zones,
                    "Name one in zone.");
        }
        ZoneId zone = zones.get(0);
        return interval instanceof Interval.Fixed ? zone.getRules().getStandardOffset(Instant.now()) : zone;
    }

    private ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw refused(
                    "/date_histogram/zone",
                    "'zone' is not a valid time zone",
                    "Write Europe/Berlin or +02:00, for example.");
        }
    }

    private FacetRequest metrics(JsonNode body) {
        requireNames("/" + METRICS, body, List.of("field"));
        String field = field(METRICS, body);
        requireMetrics("/" + METRICS);
        return new FacetRequest.Metrics(name, field);
    }

    private void requireMetrics(String at) {
        FacetRequest.objectionToMetrics(definition).ifPresent(objection -> {
            throw refused(at, "no metrics: " + objection, null);
        });
    }

    /** Reads the fields that are measured in each bucket: a list, or one. */
    private List<String> measured(String kind, JsonNode body) {
        JsonNode fields = body.path(METRICS);
        String at = "/" + kind + "/" + METRICS;
        if (fields.isMissingNode()) {
            return List.of();
        }
        requireMetrics(at);
        if (fields.isTextual()) {
            return List.of(sortable(fields.textValue(), at));
        }
        List<String> names = new ArrayList<>();
        for (JsonNode each : fields) {
            if (!each.isTextual()) {
                throw refused(at + "/" + names.size(), "the name of a field must be a text", null);
            }
            names.add(sortable(each.textValue(), at + "/" + names.size()));
        }
        if (names.isEmpty()) {
            throw refused(at, "'metrics' must be a field or a list of fields", null);
        }
        return names;
    }

    private Interval interval(String text) {
        for (CalendarUnit unit : CalendarUnit.values()) {
            if (unit.name().toLowerCase(Locale.ROOT).equals(text)) {
                return new Interval.Calendar(unit);
            }
        }
        Matcher length = LENGTH.matcher(text);
        if (!length.matches()) {
            throw refused(
                    "/date_histogram/interval",
                    "'interval' is neither a duration nor a calendar unit",
                    "Write 500ms, 30s, 15m, 6h or 7d; or minute, hour, day, week, month, quarter or year.");
        }
        long number = Long.parseLong(length.group(1));
        return new Interval.Fixed(
                switch (length.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }

    private String field(String kind, JsonNode body) {
        String field = text(kind, body, "field")
                .orElseThrow(() -> refused("/" + kind, "'field' is missing: name the field to count", null));
        return sortable(field, "/" + kind + "/field");
    }

    private String sortable(String field, String at) {
        try {
            var unused = SortKey.requireSortable(definition, field, "facets");
            return field;
        } catch (HBaseSearchException e) {
            throw refused(at, e.getMessage(), e.hint().orElse(null));
        }
    }

    private Optional<String> text(String kind, JsonNode body, String member) {
        JsonNode value = body.path(member);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw refused("/" + kind + "/" + member, "'" + member + "' must be a text", null);
        }
        return Optional.of(value.textValue());
    }

    private void requireNames(String at, JsonNode body, List<String> known) {
        body.fieldNames().forEachRemaining(each -> {
            if (!known.contains(each)) {
                throw refused(
                        at + "/" + Fault.escape(each), "unknown member '" + each + "'", NameHints.hint(each, known));
            }
        });
    }

    private ProblemException refused(String at, String detail, @Nullable String hint) {
        return FacetInput.refused(Fault.at(pointer + at, detail, hint));
    }
}
