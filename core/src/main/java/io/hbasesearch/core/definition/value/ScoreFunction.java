/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.yaml.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Rates a row by one of its dates or numbers, whatever the query says. A row without a value has 0. Of several dates the one closest to
 * now counts, of several numbers the least.
 */
public sealed interface ScoreFunction {
    String field();

    /** Returns the factor of this function in the sum of all. */
    float weight();

    /** Returns the name of the function in definitions and requests. */
    String kind();

    /** Returns the function of one value; of a date, in milliseconds since 1970. */
    double of(double value, Instant now);

    /** Returns the settings by their names, in the form in which a definition or a request has them. */
    Map<String, Object> settings();

    /** Returns the function as it is written: a mapping from its kind to its settings. */
    default Map<String, Object> written() {
        return Map.of(kind(), settings());
    }

    /** Rates a date by its distance from now, in the past or in the future: now is 1, and each {@code halfLife} halves the value. */
    record Recency(String field, Duration halfLife, float weight) implements ScoreFunction {
        public static final String KIND = "recency";

        public Recency {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(halfLife, "halfLife");
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public double of(double value, Instant now) {
            return Math.pow(0.5, Math.abs(value - now.toEpochMilli()) / halfLife.toMillis());
        }

        @Override
        public Map<String, Object> settings() {
            return ScoreFunction.settings(field, "halfLife", Units.duration(halfLife), weight);
        }
    }

    /** Rates a positive number as ln(1 + value / pivot), and any other as 0. */
    record Logarithm(String field, double pivot, float weight) implements ScoreFunction {
        public static final String KIND = "log";

        public Logarithm {
            Objects.requireNonNull(field, "field");
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public double of(double value, Instant now) {
            return value > 0 ? Math.log1p(value / pivot) : 0;
        }

        @Override
        public Map<String, Object> settings() {
            return ScoreFunction.settings(field, "pivot", pivot, weight);
        }
    }

    /** Rates a positive number as value / at, but at most as 1, and any other as 0. */
    record Saturation(String field, double at, float weight) implements ScoreFunction {
        public static final String KIND = "saturation";

        public Saturation {
            Objects.requireNonNull(field, "field");
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public double of(double value, Instant now) {
            return Math.min(1, Math.max(0, value) / at);
        }

        @Override
        public Map<String, Object> settings() {
            return ScoreFunction.settings(field, "at", at, weight);
        }
    }

    private static Map<String, Object> settings(String field, String name, Object value, float weight) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("field", field);
        settings.put(name, value);
        settings.put("weight", weight);
        return settings;
    }
}
