/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.yaml.YamlText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Describes how an index scores a row: it adds up the scores of the query's words, and multiplies the sum by 1 + the sum of the functions,
 * each times its weight.
 *
 * @param tie the part of the other fields' scores that counts for a word, beside the best field's: 0 to 1
 * @param functions at most {@link #MAX_FUNCTIONS}
 */
public record Scoring(float tie, List<ScoreFunction> functions) {
    /** Counts only the best field of each word, and has no functions. */
    public static final Scoring DEFAULT = new Scoring(0, List.of());

    public static final String TIE = "tie";
    public static final String FUNCTIONS = "functions";
    public static final String TIE_FORM = "a number from 0 to 1";
    public static final int MAX_FUNCTIONS = 8;

    public Scoring {
        functions = List.copyOf(functions);
        if (!isTie(tie)) {
            throw new IllegalArgumentException("tie is " + TIE_FORM + ": " + tie);
        }
    }

    /** Joins a scoring with the instant of its request, from which functions measure dates. */
    public record At(Scoring scoring, Instant now) {
        public static final At DEFAULT = new At(Scoring.DEFAULT, Instant.EPOCH);

        public At {
            Objects.requireNonNull(scoring, "scoring");
            Objects.requireNonNull(now, "now");
        }
    }

    public static boolean isTie(double tie) {
        return tie >= 0 && tie <= 1;
    }

    public At at(Instant now) {
        return new At(this, now);
    }

    /** Returns this scoring with the parts that are present replaced. */
    public Scoring with(Optional<Float> otherTie, Optional<List<ScoreFunction>> others) {
        return new Scoring(otherTie.orElse(tie), others.orElse(functions));
    }

    /** Returns the settings as YAML. */
    public String text() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put(TIE, Float.toString(tie));
        entries.put(
                FUNCTIONS,
                YamlText.list(functions.stream()
                        .map(function -> YamlText.plain(function.written()))
                        .toList()));
        return YamlText.mapping(entries);
    }
}
