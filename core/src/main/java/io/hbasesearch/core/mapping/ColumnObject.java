/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Combines a row's cells to one object, so that any number of columns is one field of the index. Immutable. */
record ColumnObject(FieldSource.Columns columns, ValueDecoder decoder) {
    /** @return null if the row has none of the columns */
    @Nullable
    Object of(Row row) throws UndecodableValueException {
        Map<String, Object> members = new LinkedHashMap<>();
        int read = 0;
        for (Cell cell : row.cells()) {
            String name = columns.pattern().name(cell.column());
            if (!name.isEmpty()) {
                read++;
                Object value = member(cell);
                if (value != null) {
                    members.put(name, value);
                }
            }
            // No more are read, even if some of these are skipped: others may follow.
            if (read > columns.most()) {
                throw new UndecodableValueException("there are more than " + columns.most() + ", see maxColumns");
            }
        }
        return members.isEmpty() ? null : members;
    }

    private @Nullable Object member(Cell cell) throws UndecodableValueException {
        try {
            Object raw = decoder.decode(cell.value().unsafeBytes());
            return raw == null ? null : JsonTree.of(raw);
        } catch (UndecodableValueException e) {
            throw new UndecodableValueException(cell.column() + " " + e.getMessage());
        }
    }
}
