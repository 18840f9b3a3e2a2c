/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A row as one read saw it, with the newest visible cell of each column that was asked for. A row without cells is gone,
 * as far as the columns that were asked for go.
 */
public final class Row {
    private final RowKey key;
    private final Map<ColumnName, Cell> cells;

    /** @param cells in HBase's order; of several cells of a column the first is kept */
    public Row(RowKey key, List<Cell> cells) {
        this.key = Objects.requireNonNull(key, "key");
        this.cells = new LinkedHashMap<>();
        cells.forEach(cell -> this.cells.putIfAbsent(cell.column(), cell));
    }

    public RowKey key() {
        return key;
    }

    public List<Cell> cells() {
        return List.copyOf(cells.values());
    }

    public Optional<Cell> cell(ColumnName column) {
        return Optional.ofNullable(cells.get(column));
    }

    public boolean isEmpty() {
        return cells.isEmpty();
    }

    /** Without values: they never reach a log. */
    @Override
    public String toString() {
        return key + " (" + cells.size() + " cells)";
    }
}
