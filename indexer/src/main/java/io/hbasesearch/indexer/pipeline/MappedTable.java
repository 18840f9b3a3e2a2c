/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowReader;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads the rows of an index's table and maps them to documents. Borrows the reader.
 *
 * @param readTimeout for one batch of rows that is read by keys
 * @param mapper pure; throws {@link io.hbasesearch.core.mapping.UnmappableRowException} for poison
 */
public record MappedTable(RowReader rows, Duration readTimeout, Function<Row, RowOutcome> mapper) {
    public MappedTable {
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(readTimeout, "readTimeout");
        Objects.requireNonNull(mapper, "mapper");
    }
}
