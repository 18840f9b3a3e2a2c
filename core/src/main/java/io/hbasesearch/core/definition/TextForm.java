/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is done to a value as text before it becomes one of the field's type, in this order.
 *
 * @param separator between several values in one text
 * @param steps done to each
 * @param labels what each code then stands for; what has no label stays as it is
 */
public record TextForm(Optional<String> separator, List<TextStep> steps, Map<String, String> labels) {
    /** What is meant where nothing is said. */
    public static final TextForm DEFAULT = new TextForm(Optional.empty(), List.of(), Map.of());

    public TextForm {
        Objects.requireNonNull(separator, "separator");
        steps = List.copyOf(steps);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
}
