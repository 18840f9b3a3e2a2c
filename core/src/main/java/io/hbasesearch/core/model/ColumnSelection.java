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
 * What to read of a row.
 *
 * @param families family to qualifiers; an empty set of qualifiers is the whole family, an empty map is every family
 * @param versions how many cells of each column at most, the newest first
 * @param mostOfFamily how many columns of one family are read at most, the first ones; so that no row is read that nobody has room
 *     for, and 0 for all
 * @param filter of the cells that are read, those that are kept. Rows that are too wide for one piece are read in several, so that
 *     the others take no memory; then {@code mostOfFamily} bounds only the piece, and 0 leaves that to who reads
 */
public record ColumnSelection(
        Map<String, Set<ByteArray>> families, int versions, int mostOfFamily, Optional<CellFilter> filter) {
    private static final ColumnSelection EVERYTHING = new ColumnSelection(Map.of());

    /** Tells which cells of a row are kept. Safe for use by several threads. */
    @FunctionalInterface
    public interface CellFilter {
        /** For one row, whose cells are asked for in HBase's order; for one thread. */
        Predicate<ColumnName> ofRow();

        /** Whether the newest of a row's cells is kept besides: it tells when the row was written last. */
        default boolean keepsNewest() {
            return false;
        }

        /**
         * The columns that are kept, if nothing else is but the first cell, which shows that the row is there: then whoever reads
         * need not be given more. Empty if other cells may be kept.
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

    /** The newest cell of each column, whatever number of columns there are. */
    public ColumnSelection(Map<String, Set<ByteArray>> families) {
        this(families, 1, 0);
    }

    public ColumnSelection(Map<String, Set<ByteArray>> families, int versions, int mostOfFamily) {
        this(families, versions, mostOfFamily, Optional.empty());
    }

    /** The same columns with so many cells of each. */
    public ColumnSelection withVersions(int most) {
        return new ColumnSelection(families, most, mostOfFamily, filter);
    }

    /** The same, but no more columns of a family than this. */
    public ColumnSelection atMost(int most) {
        return new ColumnSelection(families, versions, most, filter);
    }

    /** The same, but of the cells only those that a filter keeps. */
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
