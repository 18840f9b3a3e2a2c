/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.model.ColumnName;
import java.util.Objects;
import java.util.Optional;

/**
 * A column with the type of its values.
 *
 * @param type empty if none is written
 */
public record TypedColumn(ColumnName column, Optional<CellType> type) {
    public TypedColumn {
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(type, "type");
    }

    /**
     * Parses {@code family:qualifier} or {@code family:qualifier:type}; {@code \xHH} is a byte of the qualifier. A colon of the
     * qualifier is written {@code \x3A}: a misspelt type must not become part of a column's name.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static TypedColumn parse(String text) {
        int first = text.indexOf(':');
        int second = text.indexOf(':', first + 1);
        if (first < 0 || second < 0) {
            return new TypedColumn(ColumnName.parse(text), Optional.empty());
        }
        String name = text.substring(second + 1);
        CellType type = CellType.of(name)
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' of " + text + " is not one of "
                        + CellType.names() + "; a colon of the qualifier is written \\x3A"));
        return new TypedColumn(ColumnName.parse(text.substring(0, second)), Optional.of(type));
    }

    /** Formats a column so that {@link #parse} reads it, also before {@code =VALUE}. */
    public static String format(ColumnName column) {
        String text = column.toString();
        int behind = column.family().length() + 1;
        return text.substring(0, behind)
                + text.substring(behind)
                        .replace("\\\\", "\\x5C")
                        .replace(":", "\\x3A")
                        .replace("=", "\\x3D");
    }
}
