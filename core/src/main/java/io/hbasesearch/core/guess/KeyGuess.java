/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How row keys seem to be made.
 *
 * @param parts in the order of the key
 * @param evidence how many keys of the sample fit
 */
public record KeyGuess(List<Part> parts, String evidence) {
    public KeyGuess {
        Objects.requireNonNull(evidence, "evidence");
        parts = List.copyOf(parts);
    }

    /**
     * @param settings of the part in a row-key specification, as YAML: {@code type: ascii, width: 8}
     * @param evidence why, in words
     */
    public record Part(String name, String settings, String evidence) {
        public Part {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(settings, "settings");
            Objects.requireNonNull(evidence, "evidence");
        }
    }

    /** A specification as YAML in one line. */
    String yaml() {
        return parts.stream()
                .map(part -> part.name() + ": {" + part.settings() + "}")
                .collect(Collectors.joining(", ", "{parts: {", "}}"));
    }
}
