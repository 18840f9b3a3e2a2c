/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns of a table that some index maps: a comma-separated list of {@code family} and {@code family:qualifier}, in
 * the notation of {@link Bytes#toStringBinary(byte[])}, so that a comma within a qualifier is {@code \x2C}. Immutable.
 *
 * <p>A marker that deletes a whole family concerns every column of it, so it is selected as soon as any of them is.
 */
final class ColumnSelection {
    private final Set<byte[]> wholeFamilies = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    private final Map<byte[], Set<byte[]>> qualifiers = new TreeMap<>(Bytes.BYTES_COMPARATOR);

    private ColumnSelection() {}

    /** @throws IllegalArgumentException naming the column that is malformed */
    static ColumnSelection parse(String text) {
        ColumnSelection selection = new ColumnSelection();
        for (String part : text.split(",", -1)) {
            selection.add(part.trim());
        }
        return selection;
    }

    private void add(String column) {
        int colon = column.indexOf(':');
        byte[] family = Bytes.toBytesBinary(colon < 0 ? column : column.substring(0, colon));
        if (family.length == 0) {
            throw new IllegalArgumentException(
                    "must be a list like family,family:qualifier; '" + column + "' has no family");
        }
        if (colon < 0) {
            wholeFamilies.add(family);
        } else {
            qualifiers
                    .computeIfAbsent(family, absent -> new TreeSet<>(Bytes.BYTES_COMPARATOR))
                    .add(Bytes.toBytesBinary(column.substring(colon + 1)));
        }
    }

    /** Whether any column of the family is selected. */
    boolean selectsFamily(byte[] family) {
        return wholeFamilies.contains(family) || qualifiers.containsKey(family);
    }

    boolean selects(Cell cell) {
        byte[] family = CellUtil.cloneFamily(cell);
        if (wholeFamilies.contains(family)) {
            return true;
        }
        Set<byte[]> selected = qualifiers.get(family);
        return selected != null && (concernsWholeFamily(cell) || selected.contains(CellUtil.cloneQualifier(cell)));
    }

    private static boolean concernsWholeFamily(Cell cell) {
        CellKind kind = CellKind.of(cell);
        // What this version does not know may concern any column.
        return kind == CellKind.DELETE_FAMILY || kind == CellKind.DELETE_FAMILY_VERSION || kind == CellKind.UNKNOWN;
    }
}
