/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.guard.RequestDeadline;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads from the hits' rows the cells that the hits name and those that the rows' own fields need. A page therefore costs the same however
 * wide its rows are. For one request and one thread.
 */
public final class CellFetch {
    private final RowFetcher fetcher;
    private final IndexDefinition definition;
    private final Optional<ColumnSelection> asked;

    /** @param asked columns that the caller wants to see; they do not keep a hit whose matching cells are gone */
    public CellFetch(RowFetcher fetcher, IndexDefinition definition, Optional<ColumnSelection> asked) {
        this.fetcher = fetcher;
        this.definition = definition;
        this.asked = asked;
    }

    /**
     * Returns a row for each of the first hits, in order, with that hit's cells only; the row is empty if its named cells are gone. Returns
     * fewer rows than hits once the rows reach the answer's byte limit.
     */
    public List<Row> fetch(List<SearchResult.Hit> hits, RequestDeadline deadline) {
        Set<ColumnName> columns = new HashSet<>(definition.rowColumns());
        hits.forEach(hit -> columns.addAll(hit.cells()));
        Map<RowKey, Row> rows = new HashMap<>();
        read(
                hits.stream().filter(hit -> !hit.cells().isEmpty()),
                BoundedRead.ofCells(definition, columns, asked),
                rows,
                deadline);
        // The analyzer removed everything that the query says about cells, so the row's first cells stand in.
        read(
                hits.stream().filter(hit -> hit.cells().isEmpty()),
                BoundedRead.ofFirstCells(definition, asked),
                rows,
                deadline);
        if (!rows.isEmpty() && !rows.containsKey(hits.get(0).row())) {
            // A page without its first row would not go on.
            throw deadline.held().refusal();
        }
        return hits.stream()
                .takeWhile(hit -> rows.containsKey(hit.row()))
                .map(hit -> only(hit, rows.get(hit.row())))
                .toList();
    }

    private void read(
            Stream<SearchResult.Hit> hits, BoundedRead wanted, Map<RowKey, Row> rows, RequestDeadline deadline) {
        List<RowKey> keys = hits.map(SearchResult.Hit::row).toList();
        fetcher.fetch(definition, wanted, keys, deadline).forEach(row -> rows.put(row.key(), row));
    }

    private int versions() {
        return definition.columns().versions();
    }

    /** Drops cells that other hits of the page named; returns a row without cells if the cells that this hit names are gone. */
    private Row only(SearchResult.Hit hit, Row row) {
        if (row.excess().isPresent()) {
            return row;
        }
        Set<ColumnName> own = new HashSet<>(definition.rowColumns());
        List<ColumnName> named = named(definition, hit, row);
        if (named.stream().noneMatch(column -> row.cell(column).isPresent())) {
            return new Row(row.key(), List.of());
        }
        own.addAll(named);
        List<Cell> cells = row.cells().stream()
                .filter(cell -> own.contains(cell.column())
                        || asked.map(extra -> extra.selects(cell.column())).orElse(false))
                .flatMap(cell -> row.versions(cell.column(), versions()).stream())
                .toList();
        return new Row(row.key(), cells);
    }

    /** Returns the hit's named cells, or the row's first cells if the analyzer removed everything that the query says about cells. */
    private static List<ColumnName> named(IndexDefinition definition, SearchResult.Hit hit, Row row) {
        if (!hit.cells().isEmpty()) {
            return hit.cells();
        }
        CellUnit unit = definition.cells().orElseThrow();
        return row.cells().stream()
                .map(Cell::column)
                .filter(unit::includes)
                .limit(SearchResult.MOST_CELLS)
                .toList();
    }

    /**
     * Drops from the document the cells that were read for another reason than that they match: as columns that the caller wants to see, or
     * because the row's own fields need them. The row's columns stay as they are.
     */
    public static MappedRow withNamedCells(IndexDefinition definition, SearchResult.Hit hit, MappedRow row) {
        if (definition.cells().isEmpty() || !(row.document().fields().get(CellUnit.FIELD) instanceof List<?> all)) {
            return row;
        }
        Set<ColumnName> named = Set.copyOf(named(definition, hit, row.row()));
        Map<String, Object> fields = new LinkedHashMap<>(row.document().fields());
        fields.put(
                CellUnit.FIELD,
                all.stream()
                        .filter(cell -> cell instanceof Map<?, ?> of
                                && named.contains(CellUnit.column(of.get(CellUnit.FAMILY), of.get(CellUnit.QUALIFIER))))
                        .toList());
        return new MappedRow(row.row(), new Document(fields), row.unmappable());
    }
}
