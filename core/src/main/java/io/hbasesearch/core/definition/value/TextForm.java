/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
}
