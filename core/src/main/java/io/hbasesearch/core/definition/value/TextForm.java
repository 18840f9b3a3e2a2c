/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The transformation of a value as text before it is converted to the field's type, in this order.
 *
 * @param separator that splits a text into several values
 * @param steps that are applied to each value
 * @param labels for codes; a value without a label stays as it is
 */
public record TextForm(Optional<String> separator, List<TextStep> steps, Map<String, String> labels) {
    /** No transformation: the default. */
    public static final TextForm DEFAULT = new TextForm(Optional.empty(), List.of(), Map.of());

    public TextForm {
        Objects.requireNonNull(separator, "separator");
        steps = List.copyOf(steps);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** Applies the steps and the label to one value; empty if the steps leave no text, so that the value is left out. */
    public Optional<String> apply(String value) {
        String done = value;
        for (TextStep step : steps) {
            done = step.apply(done);
        }
        return done.isEmpty() && !steps.isEmpty() ? Optional.empty() : Optional.of(labels.getOrDefault(done, done));
    }

    /**
     * Returns the texts that a value of a query may stand for: the value as the field shows it, and the value as cells have it. Case and
     * blanks at the ends are those of the field.
     */
    public List<String> sought(String value) {
        String shown = withCase(value);
        for (TextStep step : steps) {
            shown = step instanceof TextStep.Trim ? step.apply(shown) : shown;
        }
        return Stream.concat(Stream.of(shown), apply(value).stream()).distinct().toList();
    }

    /** Returns a part of a value, such as its beginning, in the case that the field's values have. */
    public String withCase(String part) {
        String done = part;
        for (TextStep step : steps) {
            done = step instanceof TextStep.Lower || step instanceof TextStep.Upper ? step.apply(done) : done;
        }
        return done;
    }
}
