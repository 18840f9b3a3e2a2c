/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.UsualSize;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads rows of which a part is thrown away here, so that this part takes no more memory than the other. Small rows come by gets, many
 * at a time; one that is wider than these bring, and all as long as rows are large or nothing is known of them, in pieces. Safe for use
 * by several threads.
 */
final class FilteredReads {
    /** Of what one batch of gets may bring that is not all kept. */
    static final int CELLS_TOGETHER = 100_000;

    static final long BYTES_TOGETHER = 8L << 20;
    /** From here on gets save little, and one of many rows that is much larger takes too much. */
    static final long LARGE_ROW_BYTES = 256L << 10;

    private final UsualSize usual = UsualSize.careful();

    /** How HBase is asked, for rows of one read. */
    interface Source {
        /** All at once, no more cells of each family than {@link Results#mostCellsOfFamily}. */
        List<Result> get(List<RowKey> keys);

        Scanned scan(RowKey key);
    }

    /** @param bytes of all that was read, kept or not */
    record Scanned(Row row, long bytes) {}

    /** @return a row for each key, in order */
    List<Row> read(ColumnSelection columns, List<RowKey> keys, Source source) {
        List<Row> rows = new ArrayList<>(keys.size());
        int most = Math.max(1, CELLS_TOGETHER / Results.mostCellsOfFamily(columns));
        while (rows.size() < keys.size()) {
            int from = rows.size();
            if (usual.bytes() == 0 || usual.bytes() > LARGE_ROW_BYTES) {
                rows.add(scan(keys.get(from), source));
            } else {
                int number = usual.rowsIn(BYTES_TOGETHER, Math.min(most, keys.size() - from));
                get(columns, keys.subList(from, from + number), source, rows);
            }
        }
        return rows;
    }

    private void get(ColumnSelection columns, List<RowKey> keys, Source source, List<Row> rows) {
        List<Result> results = source.get(keys);
        long found = results.stream().filter(result -> !result.isEmpty()).count();
        usual.learn(
                results.size(),
                (int) found,
                results.stream().mapToLong(Results::bytes).sum());
        for (int i = 0; i < keys.size(); i++) {
            rows.add(
                    Results.isCut(results.get(i), columns)
                            ? scan(keys.get(i), source)
                            : Results.row(keys.get(i), results.get(i), columns));
        }
    }

    private Row scan(RowKey key, Source source) {
        Scanned scanned = source.scan(key);
        usual.learn(1, scanned.bytes());
        return scanned.row();
    }
}
