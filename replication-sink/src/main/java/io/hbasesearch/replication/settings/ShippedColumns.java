/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Columns of a table that some index maps. Their text form is a comma-separated list of {@code family} and {@code family:qualifier}, in the
 * notation of {@link Bytes#toStringBinary(byte[])}, so that a comma within a qualifier is {@code \x2C}. Immutable.
 *
 * <p>A marker that deletes a whole family concerns every column of it, so it is selected if any of its columns is.
 */
public final class ShippedColumns {
    private final Map<byte[], OfFamily> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);

    private ShippedColumns() {}

    /** @throws IllegalArgumentException naming the column that is malformed */
    static ShippedColumns parse(String text) {
        ShippedColumns selection = new ShippedColumns();
        Map<byte[], NavigableSet<byte[]>> qualifiers = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        for (String part : text.split(",", -1)) {
            selection.add(part.trim(), qualifiers);
        }
        qualifiers.forEach(
                (family, those) -> selection.families.putIfAbsent(family, new OfFamily(those.toArray(new byte[0][]))));
        return selection;
    }

    private void add(String column, Map<byte[], NavigableSet<byte[]>> qualifiers) {
        int colon = column.indexOf(':');
        byte[] family = Bytes.toBytesBinary(colon < 0 ? column : column.substring(0, colon));
        if (family.length == 0) {
            throw new IllegalArgumentException(
                    "must be a list like family,family:qualifier; '" + column + "' has no family");
        }
        if (colon < 0) {
            families.put(family, OfFamily.ALL);
        } else {
            qualifiers
                    .computeIfAbsent(family, absent -> new TreeSet<>(Bytes.BYTES_COMPARATOR))
                    .add(Bytes.toBytesBinary(column.substring(colon + 1)));
        }
    }

    OfFamily of(byte[] family) {
        return families.getOrDefault(family, OfFamily.NONE);
    }

    /** Columns of one family. Immutable. */
    public static final class OfFamily {
        public static final OfFamily NONE = new OfFamily();
        public static final OfFamily ALL = new OfFamily();

        private final byte[][] sorted;

        private OfFamily(byte[]... sorted) {
            this.sorted = sorted;
        }

        @SuppressWarnings("ReferenceEquality") // the constants stand for themselves
        public boolean anyIsSelected() {
            return this != NONE;
        }

        /** @param cell of the family */
        @SuppressWarnings("ReferenceEquality") // the constants stand for themselves
        public boolean selects(Cell cell) {
            return this == ALL || (this != NONE && (hasQualifierOf(cell) || concernsWholeFamily(cell)));
        }

        private boolean hasQualifierOf(Cell cell) {
            int low = 0;
            int high = sorted.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = order(sorted[middle], cell);
                if (order == 0) {
                    return true;
                } else if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return false;
        }

        private static int order(byte[] qualifier, Cell cell) {
            return Bytes.compareTo(
                    qualifier,
                    0,
                    qualifier.length,
                    cell.getQualifierArray(),
                    cell.getQualifierOffset(),
                    cell.getQualifierLength());
        }

        private static boolean concernsWholeFamily(Cell cell) {
            CellKind kind = CellKind.of(cell);
            // A type that this version does not know may concern any column.
            return kind == CellKind.DELETE_FAMILY || kind == CellKind.DELETE_FAMILY_VERSION || kind == CellKind.UNKNOWN;
        }
    }
}
