/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.model.ColumnName;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides which column a field of a file becomes: the one that the user names; for a field with a colon in its name, the column of
 * this name; for any other the column of its name in one family.
 *
 * @param named columns by fields; empty for a field that becomes none
 * @param family of fields without a colon; empty if there is none
 * @param families of the table; empty if they are not known
 */
public record ImportColumns(Map<String, Optional<TypedColumn>> named, Optional<String> family, Set<String> families) {
    public ImportColumns {
        named = Map.copyOf(named);
        Objects.requireNonNull(family, "family");
        families = Set.copyOf(families);
    }

    /** Tells whether the user has named a column for a field, or that it becomes none. */
    boolean isNamed(String field) {
        return named.containsKey(field);
    }

    /**
     * Returns the column of a field; empty if it becomes none.
     *
     * @throws IllegalArgumentException saying what to do about it
     */
    public Optional<TypedColumn> of(String field) {
        Optional<TypedColumn> column = named.get(field);
        if (column == null) {
            column = Optional.of(field.contains(":") ? TypedColumn.parse(field) : inFamily(field));
        }
        column.map(TypedColumn::column).map(ColumnName::family).ifPresent(this::require);
        return column;
    }

    private TypedColumn inFamily(String field) {
        return new TypedColumn(
                ColumnName.of(
                        family.orElseThrow(() -> new IllegalArgumentException("no column is named for field '" + field
                                + "': name one with --map " + field + "=FAMILY:QUALIFIER, or a family for all with"
                                + " --family")),
                        field),
                Optional.empty());
    }

    private void require(String name) {
        if (!families.isEmpty() && !families.contains(name)) {
            throw new IllegalArgumentException("the table has no column family '" + name + "'; its families: "
                    + String.join(", ", new TreeSet<>(families)));
        }
    }
}
