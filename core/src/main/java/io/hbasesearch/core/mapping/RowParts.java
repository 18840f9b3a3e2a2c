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
 * Divides rows into the parts of their documents: the cells of one bucket, and the cells that the row's own fields and conditions
 * need, which are in every part. So the document of a bucket depends on these cells only, and an edit of other cells does not change
 * it. Immutable.
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

    /** Returns all buckets of a row, in the order of their ids. */
    public List<Bucket> buckets() {
        return buckets;
    }

    /** Returns a part for each bucket in order, without cells if there is nothing to index; the row itself if it has one document. */
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

    /** Returns the buckets of a row that may change with a cell of this column. */
    public List<Bucket> concerned(ColumnName column) {
        if (unit.isEmpty() || ofRow.contains(column)) {
            return buckets;
        }
        return unit.get().includes(column) ? List.of(unit.get().bucket(column)) : List.of();
    }

    /** Returns the buckets of a row that may change with a whole family. */
    public List<Bucket> concerned(String family) {
        boolean isMapped = unit.isEmpty()
                || unit.get().families().contains(family)
                || ofRow.stream().anyMatch(column -> column.family().equals(family));
        return isMapped ? buckets : List.of();
    }
}
