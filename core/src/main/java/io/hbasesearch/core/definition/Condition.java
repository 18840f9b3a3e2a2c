/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.value.Check;
import io.hbasesearch.core.model.ColumnName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A condition that a row must satisfy to be indexed. Immutable.
 *
 * @param field whose values are checked: a field of the definition, or one that is created for a condition on a column
 * @param isColumn true if the field belongs to the condition only: it has the column's name and is in no document
 * @param checks all of them must hold
 */
public record Condition(FieldMapping field, boolean isColumn, List<Check> checks) {
    public Condition {
        Objects.requireNonNull(field, "field");
        checks = List.copyOf(checks);
    }

    /** Returns the column that only this condition reads. */
    Optional<ColumnName> column() {
        return isColumn ? field.column() : Optional.empty();
    }
}
