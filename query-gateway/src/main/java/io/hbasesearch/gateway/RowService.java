/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.ParameterNames.RowParameters;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.Problem;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.List;

/** One row by its key, straight from HBase. Safe for use by several threads. */
final class RowService {
    private final RowFetcher fetcher;

    RowService(RowFetcher fetcher) {
        this.fetcher = fetcher;
    }

    /** @throws ProblemException 400 if the key cannot be read, 404 if the row has none of the columns asked for */
    RowAnswer read(SearchableIndex index, String keyText, RowParameters parameters) {
        Deadline deadline = Deadline.after(parameters.timeout());
        IndexDefinition definition = index.definition();
        RowKey key = key(keyText, parameters.keyFormat());
        ColumnSelection wanted = parameters.columns().orElse(definition.columns());
        Row row = fetcher.fetch(definition, wanted, List.of(key), deadline).get(0);
        if (row.isEmpty()) {
            throw new ProblemException(Problem.of(
                    404,
                    ErrorCode.NOT_FOUND,
                    "the table " + definition.table() + " has no row with this key",
                    "Keys are read as " + parameters.keyFormat().parameter() + " here; keyFormat= changes that."));
        }
        MappedRow mapped = RowFetcher.map(definition.name(), new RowMapper(definition)::outcome, row);
        return new RowAnswer(
                definition.name(),
                definition.table().toString(),
                parameters.keyFormat().format(key),
                KeyFormat.shown(key, definition.rowKeyFormat()),
                CellView.of(row, wanted),
                mapped.document().fields(),
                mapped.unmappable());
    }

    private static RowKey key(String text, KeyFormat format) {
        try {
            return format.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.badRequest(
                    ErrorCode.USAGE,
                    List.of(Fault.inParameter(
                            ParameterNames.KEY,
                            "this is no row key in " + format.parameter() + ": " + e.getMessage(),
                            "Say with keyFormat how it is written: " + String.join(", ", KeyFormat.names()) + "."))));
        }
    }
}
