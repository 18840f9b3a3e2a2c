/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.error.Suggestion;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Resolves the field names of a query. Immutable. */
final class FieldResolver {
    /**
     * The fields that a leaf of the query searches.
     *
     * @param names as they are passed to backends: a name of the definition, or a path into a JSON field
     * @param type of all of them; TEXT if there are several, because then they are text and keyword fields only
     * @param dates calculates dates in the zone of days and local times: one, or that of each variant of the row key
     * @param types of all fields of the index
     * @param forms of keyword, number, date and boolean fields whose values are transformed
     * @param byEnd whether values are found by their ends, in the index or in row keys
     */
    record Target(
            List<String> names,
            FieldType type,
            boolean isDefault,
            List<DateMath> dates,
            Map<String, FieldType> types,
            Map<String, ValueForm> forms,
            boolean byEnd) {
        /** Returns the type of one of the fields. */
        FieldType typeOf(String name) {
            return types.getOrDefault(name, type);
        }

        /** Returns a target of the keyword fields among these; empty if there is none. */
        Optional<Target> keywords() {
            return of(FieldType.KEYWORD);
        }

        /** Returns a target of the text fields among these; empty if there is none. */
        Optional<Target> textFields() {
            return of(FieldType.TEXT);
        }

        private Optional<Target> of(FieldType only) {
            List<String> some =
                    names.stream().filter(name -> typeOf(name) == only).toList();
            return some.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Target(some, only, isDefault, dates, types, forms, byEnd));
        }

        /** Returns how the values of a field are transformed. */
        TextForm form(String name) {
            ValueForm form = forms.get(name);
            return form == null ? TextForm.DEFAULT : form.texts();
        }
    }

    private static final int MAX_FIELDS_SHOWN = 30;

    private final Map<String, FieldType> types = new LinkedHashMap<>();
    private final Map<String, List<DateMath>> dates = new HashMap<>();
    private final List<DateMath> utc;
    private final Map<String, ValueForm> forms = new HashMap<>();
    private final Set<String> byEnd = new HashSet<>();
    private final List<String> defaults;

    /** @param context whose zone is that of days and local times; that of each field if it has none */
    FieldResolver(IndexDefinition definition, QueryContext context) {
        utc = List.of(new DateMath(ZoneOffset.UTC, context::now));
        for (FieldMapping field : definition.fields()) {
            types.put(field.name(), field.type());
            if (field.type() != FieldType.TEXT && !field.form().texts().equals(TextForm.DEFAULT)) {
                forms.put(field.name(), field.form());
            }
            if (field.reversed()
                    || (field.type() == FieldType.KEYWORD && field.source() instanceof FieldSource.KeyField)) {
                byEnd.add(field.name());
            }
            List<ZoneId> zones = context.zone().map(List::of).orElseGet(() -> definition.zones(field));
            dates.put(
                    field.name(),
                    zones.stream().map(zone -> new DateMath(zone, context::now)).toList());
        }
        defaults = definition.fields().stream()
                .filter(FieldMapping::searchedByDefault)
                .filter(field -> field.type().searchedByDefault())
                .map(FieldMapping::name)
                .toList();
    }

    boolean isText(String name) {
        return types.get(name) == FieldType.TEXT;
    }

    boolean isField(String name) {
        return find(name).isPresent();
    }

    /** @param place of the value, for the message */
    Target resolve(String name, SourcePosition place) {
        if (name.isEmpty()) {
            return defaultFields(place);
        }
        return find(name).orElseThrow(() -> unknown(name, place));
    }

    /** Returns a target for words in these text and keyword fields. */
    Target words(List<String> names) {
        return new Target(names, FieldType.TEXT, false, utc, types, forms, false);
    }

    /** Tells if this is a keyword field whose values are transformed. */
    boolean isTransformed(String name) {
        return types.get(name) == FieldType.KEYWORD && forms.containsKey(name);
    }

    private Target defaultFields(SourcePosition place) {
        if (defaults.isEmpty()) {
            throw place.error(
                    "this index has no text or keyword field that is searched by default",
                    "write field:word; " + fields());
        }
        return defaults.size() == 1
                ? new Target(defaults, types.get(defaults.get(0)), true, utc, types, forms, false)
                : new Target(defaults, FieldType.TEXT, true, utc, types, forms, false);
    }

    /** Returns the keyword fields that are searched by default; empty if there are none. */
    Optional<Target> defaultKeywords() {
        List<String> names = defaults.stream()
                .filter(name -> types.get(name) == FieldType.KEYWORD)
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Target(names, FieldType.KEYWORD, true, utc, types, forms, false));
    }

    /** Returns the text fields among those of a target; empty if there is none. */
    Optional<Target> texts(Target target) {
        List<String> names = target.names().stream()
                .filter(name -> types.get(name) == FieldType.TEXT)
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new Target(
                        names, FieldType.TEXT, target.isDefault(), target.dates(), types, target.forms(), false));
    }

    private Optional<Target> find(String name) {
        FieldType type = types.get(name);
        if (type != null) {
            return Optional.of(new Target(
                    List.of(name),
                    type,
                    false,
                    Objects.requireNonNull(dates.get(name)),
                    types,
                    forms,
                    byEnd.contains(name)));
        }
        int dot = name.indexOf('.');
        // A trailing dot means the empty key, which is a valid key in JSON.
        boolean isPath = dot > 0 && types.get(name.substring(0, dot)) == FieldType.JSON;
        return isPath
                ? Optional.of(new Target(List.of(name), FieldType.JSON, false, utc, types, Map.of(), false))
                : Optional.empty();
    }

    private QuerySyntaxException unknown(String name, SourcePosition place) {
        if (name.startsWith("_")) {
            return place.error("fields that begin with _ cannot be searched, and " + name + " does", fields());
        }
        return place.error(
                "no field " + name + nearest(name),
                fields() + "; put text with a colon in quotes to search for it as it is");
    }

    /** Explains that a name before a colon was searched as text, as it is not a field. */
    String asText(String name) {
        return "no field " + name + ", so it was searched as text" + nearest(name);
    }

    private String nearest(String name) {
        return Suggestion.nearest(name, types.keySet())
                .map(field -> "; did you mean " + field + "?")
                .orElse("");
    }

    private String fields() {
        String rest = types.size() > MAX_FIELDS_SHOWN ? ", ..." : "";
        return "the fields are "
                + types.keySet().stream().limit(MAX_FIELDS_SHOWN).collect(Collectors.joining(", ")) + rest;
    }
}
