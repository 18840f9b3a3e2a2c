/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.value.AnyCell;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The columns that an index's documents are made of. Immutable. */
final class NeededColumns {
    private final List<FieldMapping> fields;
    private final List<ColumnName> single;
    private final Set<ColumnName> known;
    private final List<FieldSource.Columns> objects;
    private final Optional<CellUnit> cells;
    private final ColumnSelection whole;
    private final ColumnSelection all;

    NeededColumns(List<FieldMapping> fields, IndexOptions options) {
        this.fields = fields;
        this.single = Stream.concat(
                        fields.stream().map(FieldMapping::column),
                        options.where().stream().map(Condition::column))
                .flatMap(Optional<ColumnName>::stream)
                .distinct()
                .toList();
        this.known = Set.copyOf(single);
        this.objects = sources(FieldSource.Columns.class).toList();
        this.cells =
                sources(FieldSource.OfCell.class).map(FieldSource.OfCell::unit).findFirst();
        // The following methods use the fields that are set above.
        this.whole = whole();
        this.all = of(Bucket.all(cells.map(CellUnit::buckets).orElse(1)));
    }

    private <T extends FieldSource> Stream<T> sources(Class<T> kind) {
        return fields.stream()
                .map(FieldMapping::source)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /** The columns that fields and conditions name, each once. */
    List<ColumnName> single() {
        return single;
    }

    /** The selection of cells that are documents within the row's document; empty if there is none. */
    Optional<CellUnit> cells() {
        return cells;
    }

    /** Returns the columns to read of a row. */
    ColumnSelection all() {
        return all;
    }

    /** Returns {@link #all} with the cells of some buckets only. */
    ColumnSelection of(Collection<Bucket> wanted) {
        return cells.filter(CellUnit::isDivided)
                .map(unit -> whole.keeping(unit.keeping(known, wanted)))
                .orElse(whole);
    }

    boolean isMapped(ColumnName column) {
        return all.families().isEmpty()
                || known.contains(column)
                || objects.stream()
                        .anyMatch(object -> !object.pattern().name(column).isEmpty())
                || cells.filter(unit -> unit.includes(column)).isPresent();
    }

    /** Returns the columns with the cells of all buckets. */
    private ColumnSelection whole() {
        Stream<String> ofObjects =
                objects.stream().map(object -> object.pattern().family());
        Stream<String> ofCells = cells.stream().flatMap(unit -> unit.families().stream());
        List<String> families = Stream.concat(ofObjects, ofCells).distinct().toList();
        if (families.isEmpty()
                && fields.stream().noneMatch(field -> field.column().isPresent())) {
            return anyColumn();
        }
        int versions = sources(FieldSource.Cell.class)
                .mapToInt(FieldSource.Cell::versions)
                .max()
                .orElse(1);
        ColumnSelection columns = ColumnSelection.of(single, families).withVersions(versions);
        if (!objects.isEmpty()) {
            return columns.atMost(ObjectColumns.most(single, objects)).keeping(ObjectColumns.keeping(known, objects));
        }
        // One more than the limit shows that there are too many.
        return cells.filter(unit -> !unit.isDivided())
                .map(unit -> columns.atMost(unit.most() + single.size() + 1))
                .orElse(columns);
    }

    private ColumnSelection anyColumn() {
        boolean needsTime = sources(FieldSource.RowTime.class).findAny().isPresent();
        return ColumnSelection.everything().keeping(new AnyCell(known, needsTime));
    }
}
