/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a {@link Condition} asks of a field. Of a field with several values, one of them must be so. Values are as the definition
 * writes them; dates in ISO 8601. Immutable.
 */
public sealed interface Check {
    /** One of these values. */
    record OneOf(List<String> values) implements Check {
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** A text that begins so. */
    record Prefix(String text) implements Check {
        public Prefix {
            Objects.requireNonNull(text, "text");
        }
    }

    /** A value within these bounds: one value within both. At least one of them is there. */
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
     * Whether the row has a value for the field at all.
     *
     * @param there false asks that it has none
     */
    record Exists(boolean there) implements Check {}

    /** None of these. A row without a value satisfies it, unless it asks for that. */
    record NoneOf(List<Check> checks) implements Check {
        public NoneOf {
            checks = List.copyOf(checks);
        }
    }
}
