/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.ParameterNames.RowParameters;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.Problem;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows by their keys, straight from HBase. Safe for use by several threads. */
final class RowService {
    private final RowFetcher fetcher;
    private final Clock clock;

    RowService(RowFetcher fetcher, Clock clock) {
        this.fetcher = fetcher;
        this.clock = clock;
    }

    /** @throws ProblemException 400 if the key cannot be read, 404 if the row has none of the columns asked for */
    RowAnswer read(SearchableIndex index, String keyText, RowParameters parameters) {
        RowKey key = Keys.parse(keyText, parameters.keyFormat());
        return rows(index, List.of(key), parameters).stream()
                .findFirst()
                .orElseThrow(() -> new ProblemException(Problem.of(
                        404,
                        ErrorCode.NOT_FOUND,
                        "the table " + index.definition().table() + " has no row with this key",
                        "Keys are read as " + parameters.keyFormat().parameter() + " here; keyFormat= changes that.")));
    }

    /**
     * Several rows; those that do not exist are named.
     *
     * @throws ProblemException 400 with every key that cannot be read
     */
    RowsAnswer readAll(SearchableIndex index, List<String> texts, RowParameters parameters) {
        Map<RowKey, String> keys = new LinkedHashMap<>();
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            try {
                keys.put(parameters.keyFormat().parse(texts.get(i)), texts.get(i));
            } catch (IllegalArgumentException e) {
                faults.add(Keys.fault(Optional.of(i), parameters.keyFormat(), e));
            }
        }
        if (!faults.isEmpty()) {
            throw new ProblemException(Problem.badRequest(ErrorCode.USAGE, faults));
        }
        return answer(index, List.copyOf(keys.keySet()), parameters);
    }

    /**
     * The rows that values of the row key's fields tell: one, or more where keys begin with a random salt.
     *
     * @throws ProblemException 400 if the values do not tell a key; 404 if there is no such row
     */
    RowsAnswer readByParts(SearchableIndex index, Map<String, String> parts, RowParameters parameters) {
        List<RowKey> keys = Keys.ofParts(index.definition(), parts);
        RowsAnswer answer = answer(index, keys, parameters);
        if (answer.rows().isEmpty()) {
            throw new ProblemException(Problem.of(
                    404,
                    ErrorCode.NOT_FOUND,
                    "the table " + index.definition().table() + " has no row with this key",
                    "hbase-search rowkey encode shows the key that these values make."));
        }
        return answer;
    }

    private RowsAnswer answer(SearchableIndex index, List<RowKey> keys, RowParameters parameters) {
        Instant began = clock.instant();
        List<RowAnswer> rows = rows(index, keys, parameters);
        List<String> found = rows.stream().map(RowAnswer::key).toList();
        List<String> missing = keys.stream()
                .map(parameters.keyFormat()::format)
                .filter(key -> !found.contains(key))
                .toList();
        return new RowsAnswer(
                index.definition().name(), index.definition().table().toString(), rows, missing, AsOf.table(began));
    }

    /** Those that exist, in the order of the keys. */
    private List<RowAnswer> rows(SearchableIndex index, List<RowKey> keys, RowParameters parameters) {
        Instant began = clock.instant();
        Deadline deadline = Deadline.after(parameters.timeout());
        IndexDefinition definition = index.definition();
        BoundedRead wanted = BoundedRead.ofRows(definition, parameters.columns(), BoundedRead.mostOfRow(keys.size()));
        ColumnSelection shown = parameters.columns().orElse(definition.columns());
        List<Row> rows = fetcher.fetch(definition, wanted, keys, deadline);
        List<List<Cell>> cells = parameters.versions() > 1
                ? fetcher.history(definition, wanted, keys, parameters.versions(), deadline)
                : List.of();
        RowFetcher.Mapping mapping = RowFetcher.mapping(definition);
        List<RowAnswer> answers = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (!rows.get(i).isEmpty()) {
                boolean isCut = wanted.isCut(rows.get(i)) || (!cells.isEmpty() && wanted.isCut(cells.get(i)));
                answers.add(answer(
                        definition,
                        mapping.map(rows.get(i)),
                        cells.isEmpty() ? null : CellView.versions(cells.get(i)),
                        shown,
                        isCut ? List.of(new SearchAnswer.Cut(SearchAnswer.Cut.COLUMNS, wanted.cut())) : null,
                        parameters.keyFormat(),
                        began));
            }
        }
        return answers;
    }

    private static RowAnswer answer(
            IndexDefinition definition,
            MappedRow mapped,
            @Nullable Map<String, List<CellView>> versions,
            ColumnSelection shown,
            @Nullable List<SearchAnswer.Cut> cut,
            KeyFormat format,
            Instant began) {
        RowKey key = mapped.row().key();
        return new RowAnswer(
                definition.name(),
                definition.table().toString(),
                format.format(key),
                KeyFormat.shown(key, definition.rowKeyFormat()),
                CellView.of(mapped.row(), shown),
                versions,
                mapped.document().fields(),
                mapped.unmappable(),
                cut,
                AsOf.table(began));
    }
}
