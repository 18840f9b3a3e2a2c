/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Selects the matching rows of an {@link AccessPath}: those whose keys have the declared layout and for which the residual predicates
 * hold. Immutable and for any thread, if the given functions are.
 */
public final class RowCheck implements RowChoice {
    private final RowKeySpec spec;
    private final List<Predicate> residual;
    private final Map<String, Function<Row, Optional<KeyValue>>> columns;

    /**
     * @param residual of the path
     * @param columns the fields whose values are in columns, by name; they take precedence over the key
     * @throws IllegalArgumentException if neither a column nor the key has the whole value of a predicate's field: then rows cannot
     *     be checked here, and the search index must answer
     */
    public RowCheck(RowKeySpec spec, List<Predicate> residual, Map<String, Function<Row, Optional<KeyValue>>> columns) {
        this.spec = Objects.requireNonNull(spec, "spec");
        this.residual = List.copyOf(residual);
        this.columns = Map.copyOf(columns);
        this.residual.forEach(predicate -> requireTold(predicate.field()));
    }

    private void requireTold(String field) {
        boolean told = columns.containsKey(field)
                || spec.variants().stream()
                        .filter(variant -> variant.field(field).isPresent())
                        .allMatch(variant -> variant.tells(field));
        if (!told) {
            throw new IllegalArgumentException(
                    "the key does not tell " + field + " whole: name a column that does, or ask the search index");
        }
    }

    /**
     * Returns the fields of a matching row, from its key and from columns; empty if it does not match.
     *
     * @throws IllegalArgumentException if a column's value is of another kind than its field
     */
    @Override
    public Optional<Map<String, KeyValue>> fields(Row row) {
        if (!(spec.decode(row.key()) instanceof DecodedKey.Readable readable)) {
            return Optional.empty();
        }
        Map<String, KeyValue> fields = new LinkedHashMap<>(readable.values());
        columns.forEach((name, column) -> column.apply(row).ifPresent(value -> fields.put(name, value)));
        boolean holds = residual.stream().allMatch(predicate -> {
            KeyValue value = fields.get(predicate.field());
            return value != null && predicate.matches(value);
        });
        return holds ? Optional.of(fields) : Optional.empty();
    }
}
