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
import org.jspecify.annotations.Nullable;

/** Predicates, all of which hold, by what they say about a field. Immutable. */
record Constraints(List<Predicate> predicates) {
    Constraints {
        predicates = List.copyOf(predicates);
    }

    <P extends Predicate> List<P> on(String field, Class<P> kind) {
        return predicates.stream()
                .filter(predicate -> predicate.field().equals(field) && kind.isInstance(predicate))
                .map(kind::cast)
                .toList();
    }

    /** The values of which a field has one; empty if it may have any, a list of none if predicates exclude each other. */
    Optional<List<KeyValue>> candidates(String field) {
        List<List<KeyValue>> lists = new ArrayList<>();
        on(field, Equal.class).forEach(equal -> lists.add(List.of(equal.value())));
        on(field, In.class).forEach(in -> lists.add(in.values()));
        return lists.stream()
                .reduce((left, right) ->
                        left.stream().filter(Set.copyOf(right)::contains).toList());
    }

    /** The predicates that {@link #candidates} is made of. */
    List<Predicate> candidatePredicates(String field) {
        List<Predicate> made = new ArrayList<>(on(field, Equal.class));
        made.addAll(on(field, In.class));
        return made;
    }

    /** What all ranges of a field have in common; empty if there are none. */
    Optional<Bounds<KeyValue>> range(String field) {
        return on(field, Range.class).stream().map(Range::bounds).reduce(Constraints::intersection);
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

    /** @param absent what an absent bound is to a present one */
    private static int compare(@Nullable KeyValue left, @Nullable KeyValue right, int absent) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? absent : -absent;
        }
        return KeyValue.compare(left, right);
    }
}
