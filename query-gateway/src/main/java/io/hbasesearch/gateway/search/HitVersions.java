/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.rows.BoundedRead;
import io.hbasesearch.gateway.rows.Outage;
import io.hbasesearch.gateway.rows.RowFetcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads several versions of the cells of a page's hits, if the caller requests them. It runs after the hits are checked, for the rows that
 * are shown. If HBase does not return the versions, the hits come without them. Safe for use by several threads.
 */
public final class HitVersions {
    /** Share of the time left, so that time remains to write the answer. */
    private static final double SHARE_OF_READING = 0.8;

    private static final String STAGE = "versions";

    /** Limit of the columns that the gets of one call name together. */
    private static final int MOST_NAMES = 50_000;

    private final RowFetcher fetcher;

    public HitVersions(RowFetcher fetcher) {
        this.fetcher = fetcher;
    }

    /** @param cells of the hits whose versions were read, newest first for each column */
    record Read(Map<RowKey, List<Cell>> cells, List<SearchAnswer.Cut> cut) {
        private static Read none() {
            return new Read(Map.of(), List.of());
        }
    }

    private record Versions(Row row, List<Cell> cells) {
        long bytes() {
            return new Row(row.key(), cells).bytes();
        }
    }

    /**
     * Reads the versions of the shown rows' cells.
     *
     * @throws ProblemException 501 if this gateway cannot read versions
     * @throws HBaseSearchException what HBase throws, unless it is a temporary failure
     */
    Read read(SearchableIndex index, SearchParameters parameters, List<Found> hits, RequestDeadline deadline) {
        List<Row> rows = hits.stream()
                .map(Found::row)
                .filter(Objects::nonNull)
                .map(MappedRow::row)
                .toList();
        if (parameters.presentation().versions() == 1 || rows.isEmpty()) {
            return Read.none();
        }
        RequestDeadline ofReading = deadline.part(SHARE_OF_READING);
        ByteBudget budget =
                fetcher.budgetOfVersions(rows, parameters.presentation().versions());
        ByteBudget.Taken<Versions> taken;
        try {
            taken = budget.take(rows, some -> read(index.definition(), parameters, some, ofReading), Versions::bytes);
        } catch (HBaseSearchException | ProblemException e) {
            taken = new ByteBudget.Taken<>(List.of(), Optional.of(e));
        }
        taken.failure().filter(failure -> !Outage.passes(failure)).ifPresent(failure -> {
            throw failure;
        });
        Map<RowKey, List<Cell>> cells = new HashMap<>();
        taken.rows().forEach(each -> cells.put(each.row().key(), each.cells()));
        return new Read(cells, cut(index.definition(), parameters, taken, rows.size()));
    }

    private List<Versions> read(
            IndexDefinition definition, SearchParameters parameters, List<Row> rows, RequestDeadline deadline) {
        if (definition.cells().isEmpty()) {
            return read(
                    definition,
                    wanted(definition, parameters),
                    rows,
                    parameters.presentation().versions(),
                    deadline);
        }
        Set<ColumnName> all =
                rows.stream().flatMap(row -> columns(row).stream()).collect(Collectors.toSet());
        // Each get names all columns of its batch.
        List<List<Row>> batches = (long) all.size() * rows.size() <= MOST_NAMES
                ? List.of(rows)
                : rows.stream().map(List::of).toList();
        List<Versions> read = new ArrayList<>(rows.size());
        for (List<Row> batch : batches) {
            Set<ColumnName> named =
                    batch.stream().flatMap(row -> columns(row).stream()).collect(Collectors.toSet());
            BoundedRead wanted = BoundedRead.ofCells(definition, named, Optional.empty());
            read.addAll(
                    read(definition, wanted, batch, parameters.presentation().versions(), deadline));
            if (fetcher.isFull(read.stream().mapToLong(Versions::bytes).sum())) {
                break;
            }
        }
        return read;
    }

    private List<Versions> read(
            IndexDefinition definition, BoundedRead wanted, List<Row> rows, int versions, RequestDeadline deadline) {
        List<List<Cell>> cells =
                fetcher.history(definition, wanted, rows.stream().map(Row::key).toList(), versions, deadline);
        return IntStream.range(0, cells.size())
                .mapToObj(i -> new Versions(rows.get(i), own(rows.get(i), cells.get(i))))
                .toList();
    }

    private static BoundedRead wanted(IndexDefinition definition, SearchParameters parameters) {
        return BoundedRead.ofRows(definition, parameters.presentation().columns(), BoundedRead.MOST_OF_HIT);
    }

    /** Drops the cells of columns that only other hits show, and of columns written since. */
    private static List<Cell> own(Row row, List<Cell> cells) {
        Set<ColumnName> shown = columns(row);
        return cells.stream().filter(cell -> shown.contains(cell.column())).toList();
    }

    private static Set<ColumnName> columns(Row row) {
        return row.cells().stream().map(Cell::column).collect(Collectors.toSet());
    }

    private static List<SearchAnswer.Cut> cut(
            IndexDefinition definition, SearchParameters parameters, ByteBudget.Taken<Versions> taken, int of) {
        List<SearchAnswer.Cut> cut = new ArrayList<>();
        if (taken.rows().size() < of) {
            cut.add(new SearchAnswer.Cut(
                    STAGE,
                    taken.failure().map(Outage::reason).orElse(SearchAnswer.Cut.BYTES),
                    "of " + of + " hits, only " + taken.rows().size() + " have their versions"));
        }
        BoundedRead wanted = wanted(definition, parameters);
        long wide = definition.cells().isPresent()
                ? 0
                : taken.rows().stream()
                        .filter(each -> wanted.isCut(each.cells()))
                        .count();
        if (wide > 0) {
            cut.add(new SearchAnswer.Cut(
                    STAGE, SearchAnswer.Cut.COLUMNS, "of " + wide + " hits: " + wanted.cutVersions()));
        }
        return cut;
    }
}
