/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.rowkey.plan.Predicate.Equal;
import io.hbasesearch.core.rowkey.plan.Predicate.In;
import io.hbasesearch.core.rowkey.plan.Predicate.Range;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A conjunction of predicates, evaluated by field. Immutable. */
record Constraints(List<Predicate> predicates) {
    private static final KeyValue NEGATIVE_ZERO = new KeyValue.Real(-0.0);
    private static final KeyValue POSITIVE_ZERO = new KeyValue.Real(0.0);

    Constraints {
        predicates = List.copyOf(predicates);
    }

    <P extends Predicate> List<P> on(String field, Class<P> kind) {
        return predicates.stream()
                .filter(predicate -> predicate.field().equals(field) && kind.isInstance(predicate))
                .map(kind::cast)
                .toList();
    }

    /**
     * Returns the possible values of a field, in every form that keys may have. Empty if any value is possible; an empty list if
     * predicates exclude each other.
     */
    Optional<List<KeyValue>> candidates(String field) {
        List<List<KeyValue>> lists = new ArrayList<>();
        on(field, Equal.class).forEach(equal -> lists.add(forms(equal.value()).toList()));
        on(field, In.class)
                .forEach(in -> lists.add(in.values().stream()
                        .flatMap(Constraints::forms)
                        .distinct()
                        .toList()));
        return lists.stream()
                .reduce((left, right) ->
                        left.stream().filter(Set.copyOf(right)::contains).toList());
    }

    /** Returns the predicates that {@link #candidates} uses. */
    List<Predicate> candidatePredicates(String field) {
        List<Predicate> made = new ArrayList<>(on(field, Equal.class));
        made.addAll(on(field, In.class));
        return made;
    }

    /** Returns the intersection of all ranges of a field; empty if there are none. */
    Optional<Bounds<KeyValue>> range(String field) {
        return on(field, Range.class).stream()
                .map(Range::bounds)
                .reduce(Constraints::intersection)
                .map(Constraints::withBothZeros);
    }

    /** Returns all forms of a value in a key. */
    private static Stream<KeyValue> forms(KeyValue value) {
        return value instanceof KeyValue.Real real && real.isZero()
                ? Stream.of(NEGATIVE_ZERO, POSITIVE_ZERO)
                : Stream.of(value);
    }

    /** Adjusts a range for -0.0, which sorts before 0.0 in keys: it contains both or none. */
    private static Bounds<KeyValue> withBothZeros(Bounds<KeyValue> range) {
        KeyValue low = range.low();
        KeyValue high = range.high();
        if (low instanceof KeyValue.Real real && real.isZero()) {
            low = range.lowInclusive() ? NEGATIVE_ZERO : POSITIVE_ZERO;
        }
        if (high instanceof KeyValue.Real real && real.isZero()) {
            high = range.highInclusive() ? POSITIVE_ZERO : NEGATIVE_ZERO;
        }
        return new Bounds<>(low, range.lowInclusive(), high, range.highInclusive());
    }

    private static Bounds<KeyValue> intersection(Bounds<KeyValue> left, Bounds<KeyValue> right) {
        int low = compare(left.low(), right.low(), -1);
        int high = compare(left.high(), right.high(), 1);
        Bounds<KeyValue> lower = low > 0 ? left : right;
        Bounds<KeyValue> upper = high < 0 ? left : right;
        return new Bounds<>(
                lower.low(),
                low == 0 ? left.lowInclusive() && right.lowInclusive() : lower.lowInclusive(),
                upper.high(),
                high == 0 ? left.highInclusive() && right.highInclusive() : upper.highInclusive());
    }

    /** @param absent the result of comparing an absent bound with a present one */
    private static int compare(@Nullable KeyValue left, @Nullable KeyValue right, int absent) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? absent : -absent;
        }
        return KeyValue.compare(left, right);
    }
}
