/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The rows of an access path.
 *
 * @param rows the selected rows, in the requested order and up to the requested number
 * @param rowsRead the number of rows that HBase scanned, or of keys that were requested
 * @param cutShort true if reading ended early because of too many rows or too much time, so that rows may be missing
 * @param readUpTo for a result that was cut short in the order of keys: up to this key no row is missing, and no row after it is
 *     returned. If it was read from the end, no row from this key on is missing, and no row before it is returned. Empty if nothing
 *     was read, or in another order
 * @param full true if it was cut short because of the limit of bytes
 */
public record PathRows(List<Found> rows, long rowsRead, boolean cutShort, Optional<RowKey> readUpTo, boolean full) {
    public PathRows {
        rows = List.copyOf(rows);
        Objects.requireNonNull(readUpTo, "readUpTo");
    }

    /** Creates a result that was not cut because of its bytes. */
    public PathRows(List<Found> rows, long rowsRead, boolean cutShort, Optional<RowKey> readUpTo) {
        this(rows, rowsRead, cutShort, readUpTo, false);
    }

    /** Creates a result that is cut after the last of these rows in the order of keys, because the next one exceeds the limit of bytes. */
    public static PathRows full(BestRows best, long rowsRead) {
        return new PathRows(best.rows(), rowsRead, true, best.last(), true);
    }

    /** Creates a complete result. */
    public static PathRows whole(List<Found> rows, long rowsRead) {
        return new PathRows(rows, rowsRead, false, Optional.empty());
    }

    /** @param fields from the row's key and from the columns of the request's check */
    public record Found(Row row, Map<String, KeyValue> fields) {
        public Found {
            Objects.requireNonNull(row, "row");
            fields = Map.copyOf(fields);
        }
    }
}
