/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.Objects;

/**
 * What the values of a column seem to be.
 *
 * @param settings of a field beside its column, as YAML: {@code type: long, encoding: utf8}
 * @param evidence why, in words
 */
public record ValueGuess(String settings, String evidence) {
    public ValueGuess {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(evidence, "evidence");
    }
}
