/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A guess of the structure of row keys.
 *
 * @param parts in the order of the key
 * @param evidence the number of the sample's keys that fit
 * @param doubts what a person should check, a sentence each
 */
public record KeyGuess(List<Part> parts, String evidence, List<String> doubts) {
    public KeyGuess {
        Objects.requireNonNull(evidence, "evidence");
        parts = List.copyOf(parts);
        doubts = List.copyOf(doubts);
    }

    /**
     * @param settings of the part in a row-key specification, as YAML: {@code type: ascii, width: 8}
     * @param evidence the reason in words
     * @param isDate whether the part is a number that an index should call a date
     */
    public record Part(String name, String settings, String evidence, boolean isDate) {
        public Part {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(settings, "settings");
            Objects.requireNonNull(evidence, "evidence");
        }
    }

    /** Returns a specification as YAML in one line. */
    String yaml() {
        return parts.stream()
                .map(part -> part.name() + ": {" + part.settings() + "}")
                .collect(Collectors.joining(", ", "{parts: {", "}}"));
    }
}
