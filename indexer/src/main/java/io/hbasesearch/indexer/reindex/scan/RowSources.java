/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.indexer.reindex.Selection;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Chooses how to read the rows of a selection. Stateless. */
public final class RowSources {
    private RowSources() {}

    static RowSource of(
            RowReader rows, IndexDefinition definition, Duration readTimeout, Selection selection, Clock clock) {
        if (selection.isByKey()) {
            return range -> rows.scan(definition.table(), definition.columns(), range);
        }
        RowFilter filter = new RowFilter(columns(selection.where()), selection.since(), selection.until());
        // Matching rows are read whole, by key, in a second read: the first read returns only the columns asked for.
        return range ->
                new MatchedRows(rows, definition, readTimeout, clock, rows.matching(definition.table(), filter, range));
    }

    /**
     * @param where each {@code family} or {@code family:qualifier}; none for all columns
     * @throws IllegalArgumentException if one of them is neither
     */
    public static ColumnSelection columns(List<String> where) {
        Map<String, Set<ByteArray>> families = new LinkedHashMap<>();
        Set<String> whole = new TreeSet<>();
        for (String name : where) {
            if (name.isEmpty() || name.startsWith(":")) {
                throw new IllegalArgumentException("a column is family or family:qualifier, not '" + name + "'");
            }
            ColumnName column = ColumnName.parse(name.indexOf(':') < 0 ? name + ":" : name);
            if (name.indexOf(':') < 0) {
                whole.add(name);
            }
            families.computeIfAbsent(column.family(), family -> new TreeSet<>()).add(column.qualifier());
        }
        whole.forEach(family -> families.put(family, Set.of()));
        return new ColumnSelection(families);
    }
}
