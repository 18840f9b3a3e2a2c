/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What an access path led to.
 *
 * @param rows those wanted, in the order that was asked for, and no more than were asked for
 * @param rowsRead how many rows HBase looked at for it, or how many keys were asked for
 * @param cutShort whether reading ended because it would have taken too many rows or too long, so that rows may be missing
 * @param readUpTo of what was cut short in the order of keys: none is missing up to this key, and none behind it is given; of
 *     what was read from its end, none from this key on, and none before it. Empty if nothing was read, or in another order
 * @param full whether it was cut short as the rows have as many bytes as they may
 */
public record PathRows(List<Found> rows, long rowsRead, boolean cutShort, Optional<RowKey> readUpTo, boolean full) {
    public PathRows {
        rows = List.copyOf(rows);
        Objects.requireNonNull(readUpTo, "readUpTo");
    }

    /** Not for its bytes. */
    public PathRows(List<Found> rows, long rowsRead, boolean cutShort, Optional<RowKey> readUpTo) {
        this(rows, rowsRead, cutShort, readUpTo, false);
    }

    /** Cut behind the last of these rows in the order of keys, as the next one would be too much. */
    public static PathRows full(BestRows best, long rowsRead) {
        return new PathRows(best.rows(), rowsRead, true, best.last(), true);
    }

    /** Nothing is missing. */
    public static PathRows whole(List<Found> rows, long rowsRead) {
        return new PathRows(rows, rowsRead, false, Optional.empty());
    }

    /** @param fields what the row's key tells, and the columns that the request's check knows */
    public record Found(Row row, Map<String, KeyValue> fields) {
        public Found {
            Objects.requireNonNull(row, "row");
            fields = Map.copyOf(fields);
        }
    }
}
