/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.spi.SearchResult;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What is read of rows that may be very wide: all that their documents need, and of what is shown besides no more than tells that
 * there is more. So a row takes no more memory than that, and is never cut in silence. Immutable.
 */
final class BoundedRead {
    /** Columns of one hit that its document does not need. */
    static final int MOST_OF_HIT = 1_000;

    private static final int MOST_OF_ROW = 10_000;
    private static final int MOST_OF_ROWS = 200_000;
    private static final int LEAST_OF_ROW = 100;

    private final ColumnSelection base;
    private final ColumnSelection.CellFilter needed;
    private final Optional<ColumnSelection> asked;
    private final Optional<CellUnit> cells;
    private final int most;
    private final int mostCells;

    /** What both ask for; made once, as it is looked at for each row. */
    private final ColumnSelection all;

    private BoundedRead(
            ColumnSelection base,
            ColumnSelection.CellFilter needed,
            Optional<ColumnSelection> asked,
            Optional<CellUnit> cells,
            int most,
            int mostCells) {
        this.base = base;
        this.needed = needed;
        this.asked = asked;
        this.cells = cells;
        this.most = most;
        this.mostCells = mostCells;
        this.all = asked.map(columns -> ColumnNames.union(base, columns)).orElse(base);
    }

    /**
     * Rows as an index maps them.
     *
     * @param asked what is shown of them; what the index maps if empty
     * @param most how many columns are shown of a row that its document does not need
     */
    static BoundedRead ofRows(IndexDefinition definition, Optional<ColumnSelection> asked, int most) {
        ColumnSelection mapped = definition.columns();
        return new BoundedRead(
                mapped,
                definition.cells().isPresent() ? of(definition.rowColumns()) : needed(mapped),
                asked.or(() -> Optional.of(mapped)),
                definition.cells(),
                most,
                most);
    }

    /** Columns that hits name, of rows in which cells are found. */
    static BoundedRead ofCells(IndexDefinition definition, Set<ColumnName> columns, Optional<ColumnSelection> asked) {
        ColumnSelection base =
                ColumnSelection.of(columns).withVersions(definition.columns().versions());
        return new BoundedRead(base, of(columns), asked, Optional.empty(), MOST_OF_HIT, 0);
    }

    /** The first cells of rows in which cells are found. */
    static BoundedRead ofFirstCells(IndexDefinition definition, Optional<ColumnSelection> asked) {
        return new BoundedRead(
                definition.columns(),
                of(definition.rowColumns()),
                asked,
                definition.cells(),
                MOST_OF_HIT,
                SearchResult.MOST_CELLS);
    }

    /** How many columns of a row one answer shows that holds so many rows. */
    static int mostOfRow(int rows) {
        return Math.max(LEAST_OF_ROW, Math.min(MOST_OF_ROW, MOST_OF_ROWS / Math.max(1, rows)));
    }

    private static ColumnSelection.CellFilter of(Collection<ColumnName> columns) {
        Set<ColumnName> all = Set.copyOf(columns);
        return () -> all::contains;
    }

    private static ColumnSelection.CellFilter needed(ColumnSelection mapped) {
        // Where no field needs a column, any cell shows that the row is there.
        return mapped.filter().orElse(() -> mapped.families().isEmpty() ? column -> false : mapped::selects);
    }

    ColumnSelection selection() {
        return isNarrow(all)
                ? new ColumnSelection(all.families(), all.versions(), 0)
                : new ColumnSelection(
                        all.families(),
                        all.versions(),
                        base.filter().isPresent() ? base.mostOfFamily() : 0,
                        Optional.of(new Keeping()));
    }

    /** Whether every column is named: then all of them are read. */
    private static boolean isNarrow(ColumnSelection columns) {
        return !columns.families().isEmpty()
                && columns.families().values().stream().noneMatch(Collection::isEmpty);
    }

    /** For several versions of what is shown: a bound on cells, then, of each family that is read whole. */
    ColumnSelection history() {
        ColumnSelection shown = asked.orElse(base);
        return new ColumnSelection(shown.families(), 1, isNarrow(shown) ? 0 : most + 1);
    }

    private final class Keeping implements ColumnSelection.CellFilter {
        @Override
        public Predicate<ColumnName> ofRow() {
            Count count = new Count();
            return count::keeps;
        }

        /** What is shown of a row is read besides: the row's document is to be the same. */
        @Override
        public boolean keepsNewest() {
            return needed.keepsNewest();
        }
    }

    /** Whether a row that was read so has columns that were not. */
    boolean isCut(Row row) {
        if (isNarrow(all)) {
            return false;
        }
        Count count = new Count();
        row.cells().stream().map(Cell::column).forEach(count::keeps);
        return count.shown > most || count.found > mostCells;
    }

    /** Whether what was read by {@link #history} may lack something. */
    boolean isCut(List<Cell> versions) {
        return history().mostOfFamily() > 0
                && versions.stream()
                        .collect(Collectors.groupingBy(cell -> cell.column().family(), Collectors.counting()))
                        .values()
                        .stream()
                        .anyMatch(count -> count > most);
    }

    /** In words, for whoever asked, why a row is cut. */
    String cut() {
        return "the row has more than " + most
                + " columns, of which only the first were read: name those that are wanted,"
                + " or ask for fewer rows at a time";
    }

    /** As {@link #cut}, why its versions are, of which a row of fewer columns may have more. */
    String cutVersions() {
        return "the row has a family with more than " + most
                + " cells, versions counted each, of which only the first were read: name the columns that are wanted, or ask"
                + " for fewer versions";
    }

    /** Whether it was asked for by its name, and not as one of a family's. */
    private boolean isNamed(ColumnName column) {
        return asked.map(columns -> columns.families().getOrDefault(column.family(), Set.of()))
                .filter(names -> names.contains(column.qualifier()))
                .isPresent();
    }

    /** Goes through the columns of one row, in HBase's order. For one thread. */
    private final class Count {
        private final Predicate<ColumnName> isNeeded = needed.ofRow();
        private ColumnName last = ColumnName.of("", "");
        private boolean isFirst = true;
        private int shown;
        private int found;

        boolean keeps(ColumnName column) {
            boolean needs = isNeeded.test(column) || isNamed(column);
            if (column.equals(last)) {
                return needs;
            }
            boolean keeps = needs || isFirst;
            if (!needs) {
                keeps |= asked.filter(columns -> columns.selects(column)).isPresent() && shown++ <= most;
                keeps |= cells.filter(unit -> unit.includes(column)).isPresent() && found++ <= mostCells;
            }
            isFirst = false;
            last = column;
            return keeps;
        }
    }
}
