/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The columns and cells to read of a row.
 *
 * @param families family to qualifiers; an empty set of qualifiers is the whole family, an empty map is every family
 * @param versions the most cells of each column, the newest first
 * @param mostOfFamily the most columns of one family that are read, the first ones, so that no row exceeds the reader's memory; 0 for
 *     all
 * @param filter selects the cells to keep. Rows that are too wide for one piece are read in several pieces, so that the other cells
 *     take no memory. Then {@code mostOfFamily} bounds only the piece, and 0 leaves its size to the reader
 */
public record ColumnSelection(
        Map<String, Set<ByteArray>> families, int versions, int mostOfFamily, Optional<CellFilter> filter) {
    private static final ColumnSelection EVERYTHING = new ColumnSelection(Map.of());

    /** Selects the cells of a row to keep. Safe for use by several threads. */
    @FunctionalInterface
    public interface CellFilter {
        /** Returns a test for one row, which is called with the cells in HBase's order; for one thread. */
        Predicate<ColumnName> ofRow();

        /** Tells if the newest of a row's cells is kept too: it shows when the row was last written. */
        default boolean keepsNewest() {
            return false;
        }

        /**
         * Returns the columns that are kept, if only they and the first cell are kept. The first cell shows that the row exists, and
         * a reader needs no more. Empty if other cells may be kept.
         */
        default Optional<Set<ColumnName>> besidesFirst() {
            return Optional.empty();
        }
    }

    public ColumnSelection {
        Objects.requireNonNull(filter, "filter");
        Map<String, Set<ByteArray>> copy = new LinkedHashMap<>();
        families.forEach(
                (family, qualifiers) -> copy.put(family, Collections.unmodifiableSet(new TreeSet<>(qualifiers))));
        families = Collections.unmodifiableMap(copy);
        if (versions < 1) {
            throw new IllegalArgumentException("at least one version of a cell is read, not " + versions);
        }
    }

    /** Selects the newest cell of each column, without a limit on columns. */
    public ColumnSelection(Map<String, Set<ByteArray>> families) {
        this(families, 1, 0);
    }

    public ColumnSelection(Map<String, Set<ByteArray>> families, int versions, int mostOfFamily) {
        this(families, versions, mostOfFamily, Optional.empty());
    }

    /** Returns this selection with more versions of each column. */
    public ColumnSelection withVersions(int most) {
        return new ColumnSelection(families, most, mostOfFamily, filter);
    }

    /** Returns this selection with a limit on the columns of a family. */
    public ColumnSelection atMost(int most) {
        return new ColumnSelection(families, versions, most, filter);
    }

    /** Returns this selection with a filter of cells. */
    public ColumnSelection keeping(CellFilter cells) {
        return new ColumnSelection(families, versions, mostOfFamily, Optional.of(cells));
    }

    public static ColumnSelection everything() {
        return EVERYTHING;
    }

    public boolean selects(ColumnName column) {
        if (families.isEmpty()) {
            return true;
        }
        Set<ByteArray> qualifiers = families.get(column.family());
        return qualifiers != null && (qualifiers.isEmpty() || qualifiers.contains(column.qualifier()));
    }

    /** @param families that are read whole */
    public static ColumnSelection of(Collection<ColumnName> columns, Collection<String> families) {
        Map<String, Set<ByteArray>> all = new LinkedHashMap<>(of(columns).families);
        families.forEach(family -> all.put(family, Set.of()));
        return new ColumnSelection(all);
    }

    public static ColumnSelection of(Collection<ColumnName> columns) {
        Map<String, Set<ByteArray>> families = new LinkedHashMap<>();
        columns.forEach(column -> families.computeIfAbsent(column.family(), family -> new TreeSet<>())
                .add(column.qualifier()));
        return new ColumnSelection(families);
    }
}
