/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.gateway.request.ColumnNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Selects and names the columns that an answer shows. Formats each name once, because rows mostly have the same columns. For one answer and
 * one thread.
 */
public final class ShownColumns {
    /** Name of a column that is read but not shown. */
    private static final String NONE = "";

    private final ColumnSelection selection;
    private final Map<ColumnName, String> names = new HashMap<>();

    public ShownColumns(ColumnSelection selection) {
        this.selection = selection;
    }

    /** Returns the selected cells of a row, by column. */
    public Map<String, CellView> of(Row row) {
        Map<String, CellView> columns = new LinkedHashMap<>();
        for (Cell cell : row.cells()) {
            String name = names.computeIfAbsent(cell.column(), this::name);
            if (!name.equals(NONE)) {
                columns.put(name, CellView.of(cell));
            }
        }
        return columns;
    }

    private String name(ColumnName column) {
        return selection.selects(column) ? ColumnNames.format(column) : NONE;
    }
}
