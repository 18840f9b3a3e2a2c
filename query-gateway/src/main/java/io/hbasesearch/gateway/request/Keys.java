/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueKind;
import io.hbasesearch.core.rowkey.value.ValueParser;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads row keys from requests. Stateless. */
public final class Keys {
    /** The most keys that labels of parts may stand for. */
    private static final int MOST_KEYS = 1_000;

    private Keys() {}

    /**
     * Reads the key of the path.
     *
     * @throws ProblemException 400 if this is not a key in this format
     */
    public static RowKey parse(String text, KeyFormat format) {
        try {
            return format.parse(text);
        } catch (IllegalArgumentException e) {
            throw refused(List.of(Fault.inParameter(ParameterNames.KEY, detail(format, e), formats())));
        }
    }

    /** @throws ProblemException 400 if this is not a key in this format */
    public static RowKey parseInBody(String text, KeyFormat format) {
        try {
            return format.parse(text);
        } catch (IllegalArgumentException e) {
            throw refused(List.of(Fault.inBody(ParameterNames.KEY, detail(format, e), formats())));
        }
    }

    /** @param position in the list of a body */
    public static Fault fault(int position, KeyFormat format, IllegalArgumentException reason) {
        return new Fault(detail(format, reason), formats(), "#/keys/" + position, null);
    }

    private static String detail(KeyFormat format, IllegalArgumentException reason) {
        return "not a row key in " + format.parameter() + ": " + reason.getMessage();
    }

    private static String formats() {
        return "Set keyFormat to the format of the key: " + String.join(", ", KeyFormat.names()) + ".";
    }

    /**
     * Values of the row key's fields, as the user writes them.
     *
     * @param values by field
     * @param zone of days and local times; that of each field if empty
     */
    public record Parts(Map<String, String> values, Optional<ZoneId> zone) {}

    /** Tells if a value is {@code *} and the end of values. */
    private static boolean isEnd(String text) {
        return text.length() > 1 && text.startsWith("*");
    }

    /**
     * Returns what the keys of rows must have if a part is given by its end; empty if all are given whole.
     *
     * @throws ProblemException 400 with every fault in them
     */
    public static List<Predicate> byEnds(IndexDefinition definition, Parts parts) {
        Map<String, String> ends = new LinkedHashMap<>();
        parts.values().forEach((field, text) -> {
            if (isEnd(text)) {
                ends.put(field, text.substring(1));
            }
        });
        if (ends.isEmpty() || definition.rowKey().isEmpty()) {
            return List.of();
        }
        RowKeySpec spec = definition.rowKey().get().spec();
        Map<String, String> whole = new LinkedHashMap<>(parts.values());
        whole.keySet().removeAll(ends.keySet());
        List<Predicate> predicates = new ArrayList<>();
        List<Fault> faults = new ArrayList<>();
        ends.forEach((field, end) -> {
            Optional<ValueParser> parser = spec.field(field);
            if (parser.isPresent() && parser.get() instanceof KeyValueCodec codec && codec.kind() != ValueKind.TEXT) {
                faults.add(Fault.inParameter(
                        ParameterNames.PART_PREFIX + field,
                        "only texts have ends (*), and " + field + " is not a text",
                        "Give its whole value."));
            }
            if (parser.isEmpty()) {
                faults.add(unknown(spec, field));
            }
            predicates.add(new Predicate.Suffix(field, end));
        });
        if (!faults.isEmpty()) {
            throw refused(faults);
        }
        values(definition, new Parts(whole, parts.zone()))
                .forEach((field, values) -> predicates.add(
                        values.size() == 1
                                ? new Predicate.Equal(field, values.get(0))
                                : new Predicate.In(field, values)));
        return predicates;
    }

    /** Refuses parts that do not determine how keys begin. */
    public static ProblemException notByEnd(List<Predicate> predicates, String reason) {
        String field = predicates.get(0).field();
        return refused(List.of(Fault.inParameter(
                ParameterNames.PART_PREFIX + field,
                "row keys cannot be found by the end of " + field + ": " + reason,
                "Give the parts before it, declare transform: reverse for it, or search for the end: q=" + field
                        + ":*end")));
    }

    /**
     * Encodes the keys for the given values of the row key's fields.
     *
     * @throws ProblemException 400 with every fault in them
     */
    public static List<RowKey> ofParts(IndexDefinition definition, Parts parts) {
        if (definition.rowKey().isEmpty()) {
            throw refused(List.of(Fault.inParameter(
                    ParameterNames.PART_PREFIX + "*",
                    "the definition of index " + definition.name() + " does not declare the parts of row keys",
                    "Give the whole key in the path, or declare rowKey.spec in the index definition.")));
        }
        RowKeySpec spec = definition.rowKey().get().spec();
        Set<RowKey> keys = new LinkedHashSet<>();
        List<UnfitValueException> unfit = new ArrayList<>();
        for (Map<String, KeyValue> values : combinations(values(definition, parts))) {
            try {
                keys.addAll(encode(spec, values));
            } catch (UnfitValueException e) {
                // The text of a label need not fit where the value that it stands for does.
                unfit.add(e);
            }
        }
        if (keys.isEmpty()) {
            throw refused(List.of(Fault.inParameter(
                    ParameterNames.PART_PREFIX + "*",
                    "cannot encode a row key: " + unfit.get(0).getMessage(),
                    null)));
        }
        return List.copyOf(keys);
    }

    private static List<RowKey> encode(RowKeySpec spec, Map<String, KeyValue> values) {
        EncodedKey encoded = spec.encode(values);
        if (encoded instanceof EncodedKey.Complete complete) {
            return complete.keys();
        }
        throw missing(((EncodedKey.Incomplete) encoded).missing());
    }

    /** Returns each choice of one value per field. */
    private static List<Map<String, KeyValue>> combinations(Map<String, List<KeyValue>> values) {
        List<Map<String, KeyValue>> found = List.of(Map.of());
        for (Map.Entry<String, List<KeyValue>> field : values.entrySet()) {
            List<Map<String, KeyValue>> longer = new ArrayList<>();
            for (Map<String, KeyValue> each : found) {
                for (KeyValue value : field.getValue()) {
                    Map<String, KeyValue> more = new LinkedHashMap<>(each);
                    more.put(field.getKey(), value);
                    longer.add(more);
                }
            }
            if (longer.size() > MOST_KEYS) {
                throw refused(List.of(Fault.inParameter(
                        ParameterNames.PART_PREFIX + field.getKey(),
                        "the labels of the parts stand for more than " + MOST_KEYS + " row keys",
                        "Give the values as row keys have them.")));
            }
            found = longer;
        }
        return found;
    }

    /** Returns the values of each field: one, or those that labels show as the given text. */
    private static Map<String, List<KeyValue>> values(IndexDefinition definition, Parts parts) {
        RowKeySpec spec = definition.rowKey().orElseThrow().spec();
        Map<String, List<KeyValue>> values = new LinkedHashMap<>();
        List<Fault> faults = new ArrayList<>();
        parts.values().forEach((field, text) -> {
            String parameter = ParameterNames.PART_PREFIX + field;
            Optional<ValueParser> parser = spec.field(field, parts.values().keySet());
            if (parser.isEmpty()) {
                faults.add(unknown(spec, field));
                return;
            }
            List<KeyValue> found = new ArrayList<>();
            List<Fault> unfit = new ArrayList<>();
            for (String each : stored(definition, field, text)) {
                try {
                    found.add(parse(each, parser.get(), parts.zone()));
                } catch (UnfitValueException e) {
                    unfit.add(Fault.inParameter(parameter, "the value of " + field + " " + e.getMessage(), null));
                }
            }
            if (found.isEmpty()) {
                faults.add(unfit.get(0));
            }
            values.put(field, found);
        });
        if (!faults.isEmpty()) {
            throw refused(faults);
        }
        return values;
    }

    /** Returns the text, and the values of the key that a field of the index shows as this text by its labels. */
    private static Set<String> stored(IndexDefinition definition, String part, String text) {
        Set<String> stored = new LinkedHashSet<>(List.of(text));
        definition.fields().stream()
                .filter(field -> field.source() instanceof FieldSource.KeyField key
                        && key.name().equals(part))
                .map(field -> field.form().texts())
                .filter(texts -> !texts.labels().containsKey(text))
                .forEach(texts -> texts.before(text).ifPresent(stored::addAll));
        return stored;
    }

    private static Fault unknown(RowKeySpec spec, String field) {
        return Fault.inParameter(
                ParameterNames.PART_PREFIX + field,
                "the row key has no field '" + field + "'",
                NameHints.hint(field, fields(spec)));
    }

    /** @param zone of a day or a local time in ISO 8601, in place of the parser's own */
    private static KeyValue parse(String text, ValueParser parser, Optional<ZoneId> zone) {
        KeyValue value = parser.parse(text);
        if (value instanceof KeyValue.Moment && zone.isPresent()) {
            try {
                return new KeyValue.Moment(ValueParser.instant(text, zone.get()));
            } catch (DateTimeException e) {
                // It has the form of the key, which is in the key's zone.
                return value;
            }
        }
        return value;
    }

    private static Set<String> fields(RowKeySpec spec) {
        Set<String> fields = new TreeSet<>();
        spec.variants().forEach(variant -> variant.parts().forEach(part -> {
            fields.addAll(part.fields().keySet());
            fields.addAll(part.inputs().keySet());
        }));
        return fields;
    }

    private static ProblemException missing(Map<String, Set<String>> missing) {
        List<Fault> faults = new ArrayList<>();
        missing.forEach((variant, fields) -> faults.add(Fault.inParameter(
                ParameterNames.PART_PREFIX + "*",
                "for a row key" + (missing.size() > 1 ? " of variant " + variant : "") + " these fields are missing: "
                        + String.join(", ", fields),
                "Add " + ParameterNames.PART_PREFIX
                        + "<field>=<value> for each. To find a range of keys, use search.")));
        return refused(faults);
    }

    private static ProblemException refused(List<Fault> faults) {
        return new ProblemException(ProblemDocument.badRequest(ErrorCode.USAGE, faults));
    }
}
