/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Limits the columns that are read of rows with objects to what their documents need. Stateless. */
final class ObjectColumns {
    private ObjectColumns() {}

    /**
     * Keeps the single columns, enough columns of each object to detect an excess, and at least one cell, which shows that the row
     * exists.
     *
     * @param single columns that are kept in all their versions
     */
    static ColumnSelection.CellFilter keeping(Set<ColumnName> single, List<FieldSource.Columns> objects) {
        return () -> {
            int[] kept = new int[objects.size()];
            ColumnName[] last = new ColumnName[1];
            return column -> {
                if (column.equals(last[0])) {
                    // An older version, which is never a member of an object.
                    return single.contains(column);
                }
                boolean isFirst = last[0] == null;
                last[0] = column;
                return isMember(column, objects, kept) || single.contains(column) || isFirst;
            };
        };
    }

    private static boolean isMember(ColumnName column, List<FieldSource.Columns> objects, int[] kept) {
        boolean isWanted = false;
        for (int i = 0; i < kept.length; i++) {
            FieldSource.Columns object = objects.get(i);
            if (kept[i] <= object.most() && !object.pattern().name(column).isEmpty()) {
                kept[i]++;
                isWanted = true;
            }
        }
        return isWanted;
    }

    /** Returns the most mapped columns of a family in a row that can be mapped. */
    static int most(Collection<ColumnName> single, List<FieldSource.Columns> objects) {
        return single.size()
                + objects.stream().mapToInt(FieldSource.Columns::most).sum()
                + 1;
    }
}
