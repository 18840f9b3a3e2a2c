/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a condition on a part of row keys for people, as the query language has it. Stateless. */
final class ConditionText {
    private ConditionText() {}

    static String of(Predicate condition) {
        return condition.field() + ":" + value(condition);
    }

    private static String value(Predicate condition) {
        if (condition instanceof Predicate.Equal equal) {
            return equal.value().text();
        } else if (condition instanceof Predicate.In in) {
            return in.values().stream().map(KeyValue::text).collect(Collectors.joining(" OR ", "(", ")"));
        } else if (condition instanceof Predicate.Range range) {
            Bounds<KeyValue> bounds = range.bounds();
            return (bounds.lowInclusive() ? "[" : "{") + bound(bounds.low()) + " TO " + bound(bounds.high())
                    + (bounds.highInclusive() ? "]" : "}");
        } else if (condition instanceof Predicate.Prefix prefix) {
            return prefix.characters() + "*";
        } else if (condition instanceof Predicate.Suffix suffix) {
            return "*" + suffix.characters();
        } else if (condition instanceof Predicate.Wildcard wildcard) {
            return wildcard.characters();
        } else if (condition instanceof Predicate.Intersects intersects) {
            return "meets " + intersects.box().text();
        }
        throw new IllegalArgumentException("a condition of an unknown kind: " + condition.getClass());
    }

    private static String bound(@Nullable KeyValue bound) {
        return bound == null ? "*" : bound.text();
    }
}
