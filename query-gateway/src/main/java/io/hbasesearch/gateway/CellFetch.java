/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.SearchResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads of the hits' rows the cells that the hits name and what the rows' own fields need, so that a page costs the same however wide
 * its rows are. For one request and one thread.
 */
final class CellFetch {
    private final RowFetcher fetcher;
    private final IndexDefinition definition;
    private final Optional<ColumnSelection> asked;

    /** @param asked columns that the caller wants to see; none of them keeps a hit alive whose cells are gone */
    CellFetch(RowFetcher fetcher, IndexDefinition definition, Optional<ColumnSelection> asked) {
        this.fetcher = fetcher;
        this.definition = definition;
        this.asked = asked;
    }

    /** A row for each hit, in order, with its own cells alone; without cells of those if they are gone. */
    List<Row> fetch(List<SearchResult.Hit> hits, Deadline deadline) {
        Set<ColumnName> columns = new HashSet<>(definition.rowColumns());
        hits.forEach(hit -> columns.addAll(hit.cells()));
        if (columns.isEmpty()) {
            // No hit, then; a selection of nothing would be one of everything.
            return List.of();
        }
        ColumnSelection named = ColumnSelection.of(columns);
        ColumnSelection wanted = asked.map(extra -> ColumnNames.union(named, extra)).orElse(named);
        List<RowKey> keys = hits.stream().map(SearchResult.Hit::row).toList();
        List<Row> read = fetcher.fetchOnly(definition, wanted, keys, deadline);
        List<Row> rows = new ArrayList<>(read.size());
        for (int i = 0; i < read.size(); i++) {
            rows.add(only(hits.get(i), read.get(i)));
        }
        return rows;
    }

    /** Without what other hits of the page have named. */
    private Row only(SearchResult.Hit hit, Row row) {
        Set<ColumnName> own = new HashSet<>(definition.rowColumns());
        own.addAll(hit.cells());
        List<Cell> cells = row.cells().stream()
                .filter(cell -> own.contains(cell.column())
                        || asked.map(extra -> extra.selects(cell.column())).orElse(false))
                .toList();
        return new Row(row.key(), cells);
    }
}
