/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.Objects;

/**
 * A guess of a column's type.
 *
 * @param settings of a field besides its column, as YAML: {@code type: long, encoding: utf8}
 * @param evidence the reason in words
 */
public record ValueGuess(String settings, String evidence) {
    public ValueGuess {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(evidence, "evidence");
    }
}
