/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What an access path led to.
 *
 * @param rows those wanted, in the order that was asked for, and no more than were asked for
 * @param rowsRead how many rows HBase looked at for it, or how many keys were asked for
 * @param cutShort whether reading ended because it would have taken too many rows, so that rows may be missing
 */
public record PathRows(List<Found> rows, long rowsRead, boolean cutShort) {
    public PathRows {
        rows = List.copyOf(rows);
    }

    /** @param fields what the row's key tells, and the columns that the request's check knows */
    public record Found(Row row, Map<String, KeyValue> fields) {
        public Found {
            Objects.requireNonNull(row, "row");
            fields = Map.copyOf(fields);
        }
    }
}
