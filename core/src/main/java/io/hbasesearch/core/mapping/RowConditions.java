/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.definition.Condition;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.Check;
import io.hbasesearch.core.model.ColumnName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Evaluates a definition's {@code where}, which selects the rows of the index. Immutable. */
final class RowConditions {
    /**
     * One condition.
     *
     * @param needed the fields from which its own field is computed, in this order, then its own field
     * @param columns from which these are read
     * @param holds tests all values of the field
     */
    private record Tested(
            String field,
            List<FieldPlan> needed,
            List<ColumnName> columns,
            boolean isColumn,
            Predicate<List<?>> holds) {
        /**
         * @throws UnmappableRowException if the field's value does not fit the definition, or if the field may have a value that was
         *     not read
         */
        boolean admits(RowValues row, Optional<CellMapper> cells) {
            cells.ifPresent(mapper -> columns.forEach(column -> mapper.requireTold(row.row(), column)));
            Map<String, Object> values = new LinkedHashMap<>();
            needed.forEach(plan -> plan.addTo(values, row));
            return holds.test(list(values.get(field)));
        }
    }

    private final List<Tested> conditions;
    private final Optional<CellMapper> cells;

    /** @param cells of the definition, which detect columns that a row may have but that were not read */
    RowConditions(IndexDefinition definition, Optional<CellMapper> cells) {
        this.cells = cells;
        conditions = definition.options().where().stream()
                .map(condition -> tested(condition, definition))
                .toList();
    }

    private static Tested tested(Condition condition, IndexDefinition definition) {
        FieldMapping field = condition.field();
        List<FieldMapping> needed = new ArrayList<>();
        FieldMapping made = field.source() instanceof FieldSource.RawOf raw
                ? definition.field(raw.field()).orElse(field)
                : field;
        if (made.source() instanceof FieldSource.Joined joined) {
            joined.fields().forEach(name -> definition.field(name).ifPresent(needed::add));
        }
        needed.add(made);
        WantedValues wanted = new WantedValues(field, definition.zone(field));
        List<Predicate<List<?>>> checks = condition.checks().stream()
                .map(check -> predicate(check, wanted))
                .toList();
        return new Tested(
                field.name(),
                needed.stream()
                        .map(from -> new FieldPlan(from, definition.mapped()))
                        .toList(),
                needed.stream()
                        .map(FieldMapping::column)
                        .flatMap(Optional::stream)
                        .toList(),
                condition.isColumn(),
                values -> checks.stream().allMatch(check -> check.test(values)));
    }

    private static List<?> list(@Nullable Object value) {
        return value == null ? List.of() : value instanceof List<?> list ? list : List.of(value);
    }

    private static Predicate<List<?>> predicate(Check check, WantedValues of) {
        if (check instanceof Check.OneOf any) {
            List<Object> wanted = any.values().stream()
                    .flatMap(text -> of.equal(text).stream())
                    .toList();
            return values -> values.stream().anyMatch(wanted::contains);
        }
        if (check instanceof Check.Prefix prefix) {
            String begin = of.prefix(prefix.text());
            return values -> values.stream().anyMatch(value -> value.toString().startsWith(begin));
        }
        if (check instanceof Check.Exists exists) {
            return values -> values.isEmpty() != exists.there();
        }
        if (check instanceof Check.NoneOf none) {
            List<Predicate<List<?>>> inner =
                    none.checks().stream().map(each -> predicate(each, of)).toList();
            return values -> inner.stream().noneMatch(each -> each.test(values));
        }
        return range((Check.Range) check, of);
    }

    private static Predicate<List<?>> range(Check.Range range, WantedValues of) {
        Predicate<Object> low = range.low()
                .map(bound -> side(of.bound(bound.value()), bound.included(), 1))
                .orElse(any -> true);
        Predicate<Object> high = range.high()
                .map(bound -> side(of.bound(bound.value()), bound.included(), -1))
                .orElse(any -> true);
        return values -> values.stream().anyMatch(value -> low.test(value) && high.test(value));
    }

    /** @param sign 1 for greater values, -1 for smaller ones */
    private static Predicate<Object> side(Object bound, boolean included, int sign) {
        return value -> {
            int order = compare(value, bound) * sign;
            return order > 0 || (included && order == 0);
        };
    }

    /** Compares values of the field's type. Texts are ordered by their bytes in UTF-8, as in an index. */
    private static int compare(Object value, Object bound) {
        if (value instanceof Long number && bound instanceof Long other) {
            return Long.compare(number, other);
        }
        if (value instanceof Double number && bound instanceof Double other) {
            return Double.compare(number, other);
        }
        return Integer.signum(Arrays.compareUnsigned(
                value.toString().getBytes(UTF_8), bound.toString().getBytes(UTF_8)));
    }

    /**
     * Tells if the row should be indexed. A condition that does not hold excludes a row even if another cannot be evaluated: a row
     * that is not indexed need not be mapped.
     *
     * @throws UnmappableRowException if a condition cannot be evaluated and all others hold
     */
    boolean admit(RowValues row) {
        UnmappableRowException unknown = null;
        for (Tested condition : conditions) {
            try {
                if (!condition.admits(row, cells)) {
                    return false;
                }
            } catch (UnmappableRowException e) {
                unknown = unknown == null ? e : unknown;
            }
        }
        if (unknown != null) {
            throw unknown;
        }
        return true;
    }

    /** Returns the columns that only conditions read, which are not fields of documents. */
    List<FieldPlan> columns() {
        return conditions.stream()
                .filter(Tested::isColumn)
                .map(condition -> condition.needed().get(0))
                .toList();
    }
}
