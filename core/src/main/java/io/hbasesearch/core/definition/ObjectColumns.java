/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** What is kept of rows some of whose columns are members of objects: as much as their documents can be made of. Stateless. */
final class ObjectColumns {
    private ObjectColumns() {}

    /**
     * Of each object so many columns that it can be told that they are too many, the single columns, and one cell in any case: it
     * shows that the row is there.
     *
     * @param single columns that are kept in all their versions
     */
    static ColumnSelection.CellFilter keeping(Set<ColumnName> single, List<FieldSource.Columns> objects) {
        return () -> {
            int[] kept = new int[objects.size()];
            ColumnName[] last = new ColumnName[1];
            return column -> {
                if (column.equals(last[0])) {
                    // An older version, of which no object has a member.
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

    /** How many columns of a family a row that can be mapped may have, but for those that nobody maps. */
    static int most(Collection<ColumnName> single, List<FieldSource.Columns> objects) {
        return single.size()
                + objects.stream().mapToInt(FieldSource.Columns::most).sum()
                + 1;
    }
}
