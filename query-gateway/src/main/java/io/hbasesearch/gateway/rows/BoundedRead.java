/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.request.ColumnNames;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Limits how much is read of very wide rows. It reads everything that their documents need, and of the other columns to show only enough to
 * detect that there are more. A row never takes more memory than that, and is never cut silently. Immutable.
 */
public final class BoundedRead {
    /** Limit of the columns of one hit that its document does not need. */
    public static final int MOST_OF_HIT = 1_000;

    private static final int MOST_OF_ROW = 10_000;
    private static final int MOST_OF_ROWS = 200_000;
    private static final int LEAST_OF_ROW = 100;

    private final ColumnSelection base;
    private final ColumnSelection.CellFilter needed;
    private final Optional<ColumnSelection> asked;
    private final Optional<CellUnit> cells;
    private final int most;
    private final int mostCells;

    /** Union of both selections; made once, because it is consulted for each row. */
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
     * Reads rows as an index maps them.
     *
     * @param asked the columns to show; the mapped columns if empty
     * @param most how many columns of a row are shown that its document does not need
     */
    public static BoundedRead ofRows(IndexDefinition definition, Optional<ColumnSelection> asked, int most) {
        ColumnSelection mapped = definition.columns();
        return new BoundedRead(
                mapped,
                definition.cells().isPresent() ? of(definition.rowColumns()) : needed(mapped),
                asked.or(() -> Optional.of(mapped)),
                definition.cells(),
                most,
                most);
    }

    /** Reads the columns that hits name, from rows in which cells are found. */
    public static BoundedRead ofCells(
            IndexDefinition definition, Set<ColumnName> columns, Optional<ColumnSelection> asked) {
        ColumnSelection base =
                ColumnSelection.of(columns).withVersions(definition.columns().versions());
        return new BoundedRead(base, of(columns), asked, Optional.empty(), MOST_OF_HIT, 0);
    }

    /** Reads the first cells of rows in which cells are found. */
    static BoundedRead ofFirstCells(IndexDefinition definition, Optional<ColumnSelection> asked) {
        return new BoundedRead(
                definition.columns(),
                of(definition.rowColumns()),
                asked,
                definition.cells(),
                MOST_OF_HIT,
                SearchResult.MOST_CELLS);
    }

    /** Returns how many columns of a row an answer with this number of rows shows. */
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

    public ColumnSelection selection() {
        return isNarrow(all)
                ? new ColumnSelection(all.families(), all.versions(), 0)
                : new ColumnSelection(
                        all.families(),
                        all.versions(),
                        base.filter().isPresent() ? base.mostOfFamily() : 0,
                        Optional.of(new Keeping()));
    }

    /** Tells whether every column is named; then all of them are read. */
    private static boolean isNarrow(ColumnSelection columns) {
        return !columns.families().isEmpty()
                && columns.families().values().stream().noneMatch(Collection::isEmpty);
    }

    /** Returns the selection for several versions of the shown columns; it limits the cells of each family that is read whole. */
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

        /** Ignores the columns that are read only to be shown: the row's document must stay the same. */
        @Override
        public boolean keepsNewest() {
            return needed.keepsNewest();
        }
    }

    /** Tells whether a row that was read this way has further columns that were not read. */
    public boolean isCut(Row row) {
        if (isNarrow(all)) {
            return false;
        }
        Count count = new Count();
        row.cells().stream().map(Cell::column).forEach(count::keeps);
        return count.shown > most || count.found > mostCells;
    }

    /** Tells whether cells that {@link #history} read may be incomplete. */
    public boolean isCut(List<Cell> versions) {
        return history().mostOfFamily() > 0
                && versions.stream()
                        .collect(Collectors.groupingBy(cell -> cell.column().family(), Collectors.counting()))
                        .values()
                        .stream()
                        .anyMatch(count -> count > most);
    }

    /** Explains to the caller why a row is cut. */
    String cut() {
        return "the row has more than " + most
                + " columns; only the first were read: name the columns that you need,"
                + " or request fewer rows at a time";
    }

    /** Explains, like {@link #cut}, why a row's versions are cut; a row with fewer columns may have more of them. */
    public String cutVersions() {
        return "the row has a family with more than " + most
                + " cells (each version counts); only the first were read: name the columns that you need, or request"
                + " for fewer versions";
    }

    /** Tells whether the caller named the column itself, not only its family. */
    private boolean isNamed(ColumnName column) {
        return asked.map(columns -> columns.families().getOrDefault(column.family(), Set.of()))
                .filter(names -> names.contains(column.qualifier()))
                .isPresent();
    }

    /** Counts the columns of one row, in HBase's order. For one thread. */
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
