/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A check of a {@code Condition} on a field. If the field has several values, one of them must satisfy it. Values are written as in
 * the definition, dates in ISO 8601. Immutable.
 */
public sealed interface Check {
    /** Requires one of these values. */
    record OneOf(List<String> values) implements Check {
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** Requires a text with this prefix. */
    record Prefix(String text) implements Check {
        public Prefix {
            Objects.requireNonNull(text, "text");
        }
    }

    /** Requires a value within the bounds; the same value must satisfy both. At least one bound is present. */
    record Range(Optional<Bound> low, Optional<Bound> high) implements Check {
        public Range {
            Objects.requireNonNull(low, "low");
            Objects.requireNonNull(high, "high");
        }
    }

    /** An end of a range. */
    record Bound(String value, boolean included) {
        public Bound {
            Objects.requireNonNull(value, "value");
        }
    }

    /**
     * Requires that the row has a value for the field, or that it has none.
     *
     * @param there false requires that the row has no value
     */
    record Exists(boolean there) implements Check {}

    /** Requires that no check matches. A row without a value satisfies it, unless one of the checks requires absence. */
    record NoneOf(List<Check> checks) implements Check {
        public NoneOf {
            checks = List.copyOf(checks);
        }
    }
}
