/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Objects;

/** A condition on one field. A row without the field does not match. Immutable. */
public sealed interface Predicate {
    String field();

    /** @throws IllegalArgumentException if values of this kind cannot be compared in this way */
    boolean matches(KeyValue value);

    /** The field has this value. */
    record Equal(String field, KeyValue value) implements Predicate {
        public Equal {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(value, "value");
        }

        @Override
        public boolean matches(KeyValue other) {
            return KeyValue.isSame(value, other);
        }
    }

    /** The field has one of these values. */
    record In(String field, List<KeyValue> values) implements Predicate {
        public In {
            Objects.requireNonNull(field, "field");
            values = values.stream().distinct().toList();
        }

        @Override
        public boolean matches(KeyValue value) {
            return values.stream().anyMatch(each -> KeyValue.isSame(each, value));
        }
    }

    /** The field's value is between bounds. */
    record Range(String field, Bounds<KeyValue> bounds) implements Predicate {
        public Range {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(bounds, "bounds");
        }

        @Override
        public boolean matches(KeyValue value) {
            KeyValue low = bounds.low();
            KeyValue high = bounds.high();
            return (low == null || compare(value, low) >= (bounds.lowInclusive() ? 0 : 1))
                    && (high == null || compare(value, high) <= (bounds.highInclusive() ? 0 : -1));
        }

        private static int compare(KeyValue left, KeyValue right) {
            return Integer.signum(KeyValue.compare(left, right));
        }
    }

    /** The field's text begins with these characters. */
    record Prefix(String field, String characters) implements Predicate {
        public Prefix {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(characters, "characters");
        }

        @Override
        public boolean matches(KeyValue value) {
            return value.text().startsWith(characters);
        }
    }

    /** The field's text ends with these characters. */
    record Suffix(String field, String characters) implements Predicate {
        public Suffix {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(characters, "characters");
        }

        @Override
        public boolean matches(KeyValue value) {
            return value.text().endsWith(characters);
        }
    }

    /** The field's text is this one, in which {@code ?} stands for any one character. */
    record Wildcard(String field, String characters) implements Predicate {
        private static final char ANY = '?';

        public Wildcard {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(characters, "characters");
        }

        @Override
        public boolean matches(KeyValue value) {
            String text = value.text();
            boolean matches = text.length() == characters.length();
            for (int i = 0; matches && i < text.length(); i++) {
                matches = characters.charAt(i) == ANY || characters.charAt(i) == text.charAt(i);
            }
            return matches;
        }
    }

    /** The field's geometry and this box have a point in common. */
    record Intersects(String field, KeyValue.Box box) implements Predicate {
        public Intersects {
            Objects.requireNonNull(field, "field");
            Objects.requireNonNull(box, "box");
        }

        @Override
        public boolean matches(KeyValue value) {
            return value instanceof KeyValue.Box other && box.intersects(other);
        }
    }
}
