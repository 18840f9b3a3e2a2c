/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Divides rows into what each of their documents is made of: the cells of one bucket, and those that the row's own fields and
 * conditions need, which stand in all of them. So the document of a bucket is a function of these cells alone, and an edit of other
 * cells leaves it as it is. Immutable.
 */
public final class RowParts {
    private final List<Bucket> buckets;
    private final Optional<CellUnit> unit;
    private final Set<ColumnName> ofRow;

    public RowParts(IndexDefinition definition) {
        buckets = definition.buckets();
        unit = definition.cells().filter(CellUnit::isDivided);
        ofRow = Set.copyOf(definition.rowColumns());
    }

    /** All documents of a row, in the order of their ids. */
    public List<Bucket> buckets() {
        return buckets;
    }

    /** A part for each bucket, in their order: without cells if there is nothing to index. The row itself, if it has one document. */
    public List<Row> of(Row row) {
        if (unit.isEmpty()) {
            return List.of(row);
        }
        if (row.excess().isPresent()) {
            return buckets.stream().map(row::tooLargeOf).toList();
        }
        List<List<Cell>> parts = new ArrayList<>(buckets.size());
        buckets.forEach(bucket -> parts.add(new ArrayList<>()));
        row.everyCell().forEach(cell -> add(cell, parts));
        List<Row> divided = new ArrayList<>(buckets.size());
        for (Bucket bucket : buckets) {
            divided.add(new Row(row.key(), bucket, parts.get(bucket.number())));
        }
        return divided;
    }

    private void add(Cell cell, List<List<Cell>> parts) {
        if (ofRow.contains(cell.column())) {
            parts.forEach(part -> part.add(cell));
        } else if (unit.isPresent() && unit.get().includes(cell.column())) {
            parts.get(unit.get().bucket(cell.column()).number()).add(cell);
        }
    }

    /** Which documents of a row may change with a cell of this column. */
    public List<Bucket> concerned(ColumnName column) {
        if (unit.isEmpty() || ofRow.contains(column)) {
            return buckets;
        }
        return unit.get().includes(column) ? List.of(unit.get().bucket(column)) : List.of();
    }

    /** Which documents of a row may change with a whole family. */
    public List<Bucket> concerned(String family) {
        boolean isMapped = unit.isEmpty()
                || unit.get().families().contains(family)
                || ofRow.stream().anyMatch(column -> column.family().equals(family));
        return isMapped ? buckets : List.of();
    }
}
