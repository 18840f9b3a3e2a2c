/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.Objects;
import java.util.Optional;

/**
 * What is done to a value as text before it becomes one of the field's type.
 *
 * @param separator between several values in one text
 */
public record TextForm(Optional<String> separator) {
    /** What is meant where nothing is said. */
    public static final TextForm DEFAULT = new TextForm(Optional.empty());

    public TextForm {
        Objects.requireNonNull(separator, "separator");
    }
}
