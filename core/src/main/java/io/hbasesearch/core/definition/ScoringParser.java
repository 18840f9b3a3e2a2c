/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.definition.value.Weight;
import io.hbasesearch.core.error.Suggestion;
import io.hbasesearch.core.yaml.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads score functions from the plain values of a definition or a request, and checks that they fit the fields. For one thread. */
public final class ScoringParser {
    private static final String RECENCY = ScoreFunction.Recency.KIND;
    private static final String LOG = ScoreFunction.Logarithm.KIND;
    private static final String SATURATION = ScoreFunction.Saturation.KIND;
    private static final List<String> KINDS = List.of(RECENCY, LOG, SATURATION);
    private static final String FIELD = "field";
    private static final String WEIGHT = "weight";

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final double LEAST = 1e-6;
    private static final double MOST = 1e15;

    private final List<FieldMapping> fields;
    private final Collection<String> unread;
    private final Problem problem;

    /** Receives what is wrong. */
    @FunctionalInterface
    public interface Problem {
        /** @param pointer to the value, from the list of functions on */
        void report(String pointer, String detail, @Nullable String hint);
    }

    /** @param unread fields that could not be read and were reported */
    public ScoringParser(List<FieldMapping> fields, Collection<String> unread, Problem problem) {
        this.fields = List.copyOf(fields);
        this.unread = List.copyOf(unread);
        this.problem = problem;
    }

    /** Reads the list of functions. Those with problems are reported and left out. */
    public List<ScoreFunction> functions(@Nullable Object list) {
        if (!(list instanceof List<?> items)) {
            problem.report("", "must be a list of functions", form());
            return List.of();
        }
        if (items.size() > Scoring.MAX_FUNCTIONS) {
            problem.report(
                    "", "has " + items.size() + " functions, at most " + Scoring.MAX_FUNCTIONS + " are allowed", null);
            return List.of();
        }
        List<ScoreFunction> functions = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            function("/" + i, items.get(i)).ifPresent(functions::add);
        }
        return functions;
    }

    private Optional<ScoreFunction> function(String at, @Nullable Object item) {
        if (!(item instanceof Map<?, ?> function) || function.size() != 1) {
            problem.report(at, "must have one member, the kind of the function", form());
            return Optional.empty();
        }
        String kind = String.valueOf(function.keySet().iterator().next());
        String inside = at + "/" + kind.replace("~", "~0").replace("/", "~1");
        if (!KINDS.contains(kind)) {
            problem.report(inside, "unknown function '" + kind + "'", nearest(kind, KINDS));
            return Optional.empty();
        }
        if (!(function.values().iterator().next() instanceof Map<?, ?> settings)) {
            problem.report(inside, "must have settings", form());
            return Optional.empty();
        }
        return of(kind, inside, settings);
    }

    private Optional<ScoreFunction> of(String kind, String at, Map<?, ?> settings) {
        List<String> known = List.of(FIELD, ofKind(kind), WEIGHT);
        for (Object name : settings.keySet()) {
            if (!known.contains(name)) {
                problem.report(at, "unknown member '" + name + "'", nearest(String.valueOf(name), known));
                return Optional.empty();
            }
        }
        Optional<String> field = field(kind, at, settings.get(FIELD));
        Optional<Float> weight = weight(at, settings.get(WEIGHT));
        if (kind.equals(RECENCY)) {
            Optional<Duration> halfLife = halfLife(at, settings.get(ofKind(kind)));
            return field.isEmpty() || weight.isEmpty() || halfLife.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ScoreFunction.Recency(field.get(), halfLife.get(), weight.get()));
        }
        Optional<Double> number = number(at, ofKind(kind), settings.get(ofKind(kind)));
        if (field.isEmpty() || weight.isEmpty() || number.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                kind.equals(LOG)
                        ? new ScoreFunction.Logarithm(field.get(), number.get(), weight.get())
                        : new ScoreFunction.Saturation(field.get(), number.get(), weight.get()));
    }

    /** Returns the name of the setting that only this kind has. */
    private static String ofKind(String kind) {
        return kind.equals(RECENCY) ? "halfLife" : kind.equals(LOG) ? "pivot" : "at";
    }

    private Optional<String> field(String kind, String at, @Nullable Object name) {
        boolean ofDates = kind.equals(RECENCY);
        String wanted = ofDates ? "a date field" : "a field of type int, long, float or double";
        if (!(name instanceof String text)) {
            problem.report(at, "'field' is missing", "Name " + wanted + ".");
            return Optional.empty();
        }
        Optional<FieldMapping> field =
                fields.stream().filter(each -> each.name().equals(text)).findFirst();
        List<String> fitting = fields.stream()
                .filter(each -> fits(each, ofDates))
                .map(FieldMapping::name)
                .toList();
        if (field.isEmpty()) {
            if (!unread.contains(text)) {
                problem.report(at + "/" + FIELD, "no field " + text, nearest(text, fitting));
            }
            return Optional.empty();
        }
        if (!fits(field.get(), ofDates)) {
            boolean ofCells = field.get().source() instanceof FieldSource.OfCell;
            problem.report(
                    at + "/" + FIELD,
                    kind + " needs " + wanted + ", and " + text + " is "
                            + (ofCells
                                    ? "a field of cells"
                                    : "of type "
                                            + DefinitionSettings.name(
                                                    field.get().type())),
                    listed(fitting));
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private static boolean fits(FieldMapping field, boolean ofDates) {
        boolean isNumber =
                switch (field.type()) {
                    case INT, LONG, FLOAT, DOUBLE -> true;
                    case TEXT, KEYWORD, BOOLEAN, DATE, JSON, GEO_POINT -> false;
                };
        return (ofDates ? field.type() == FieldType.DATE : isNumber) && !(field.source() instanceof FieldSource.OfCell);
    }

    private Optional<Float> weight(String at, @Nullable Object value) {
        if (value == null) {
            return Optional.of(FieldMapping.DEFAULT_WEIGHT);
        }
        Optional<Float> weight = value instanceof Number number
                ? Optional.of(number.floatValue()).filter(Weight::isWeight)
                : Optional.empty();
        if (weight.isEmpty()) {
            problem.report(at + "/" + WEIGHT, "'weight' must be " + Weight.FORM, null);
        }
        return weight;
    }

    private Optional<Double> number(String at, String name, @Nullable Object value) {
        if (value instanceof Number number && number.doubleValue() >= LEAST && number.doubleValue() <= MOST) {
            return Optional.of(number.doubleValue());
        }
        problem.report(
                value == null ? at : at + "/" + name,
                "'" + name + "' " + (value == null ? "is missing: it is" : "must be")
                        + " a number from 0.000001 to 1000000000000000",
                name.equals("at")
                        ? "It is the value from which on the function is 1."
                        : "It is a usual value of the field: the function is ln 2 there.");
        return Optional.empty();
    }

    private Optional<Duration> halfLife(String at, @Nullable Object value) {
        if (value instanceof String text) {
            try {
                Duration halfLife = Units.parseDuration(text);
                if (halfLife.compareTo(SHORTEST) >= 0 && halfLife.compareTo(LONGEST) <= 0) {
                    return Optional.of(halfLife);
                }
            } catch (IllegalArgumentException e) {
                // Falls through: the problem below says what is allowed.
            }
        }
        problem.report(
                value == null ? at : at + "/halfLife",
                "'halfLife' " + (value == null ? "is missing: it is" : "must be") + " a duration from "
                        + Units.duration(SHORTEST) + " to " + Units.duration(LONGEST),
                "Write 7d, 12h or 30m, for example.");
        return Optional.empty();
    }

    private static String nearest(String written, List<String> known) {
        return Suggestion.nearest(written, known)
                .map(name -> "Did you mean '" + name + "'?")
                .orElseGet(() -> listed(known));
    }

    private static String listed(List<String> known) {
        return known.isEmpty() ? "The index has no such field." : "Known: " + String.join(", ", known) + ".";
    }

    private static String form() {
        return "Write {recency: {field, halfLife, weight}}, {log: {field, pivot, weight}} or {saturation: {field, at, weight}}.";
    }
}
