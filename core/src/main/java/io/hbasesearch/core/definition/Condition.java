/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What must be so of a row that is indexed. Immutable.
 *
 * @param field whose values are looked at: one of the definition's, or one that is made for the condition of a column
 * @param isColumn whether the field is the condition's own, called as the column is, and in no document
 * @param checks all of which hold
 */
public record Condition(FieldMapping field, boolean isColumn, List<Check> checks) {
    public Condition {
        Objects.requireNonNull(field, "field");
        checks = List.copyOf(checks);
    }

    /** The column that is read for this condition alone. */
    Optional<ColumnName> column() {
        return isColumn ? field.column() : Optional.empty();
    }
}
