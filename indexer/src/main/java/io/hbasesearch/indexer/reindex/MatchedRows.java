/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;

/** Reads rows whole that another scan has found by what is in them. For one thread. Owns that scan. */
final class MatchedRows implements RowCursor {
    private static final int READ_AT_A_TIME = 100;

    private final RowReader rows;
    private final IndexDefinition definition;
    private final Duration readTimeout;
    private final RowCursor keys;
    private final Deque<Row> read = new ArrayDeque<>();

    MatchedRows(RowReader rows, IndexDefinition definition, Duration readTimeout, RowCursor keys) {
        this.rows = rows;
        this.definition = definition;
        this.readTimeout = readTimeout;
        this.keys = keys;
    }

    @Override
    public boolean hasNext() {
        if (read.isEmpty()) {
            List<RowKey> next = new ArrayList<>();
            while (next.size() < READ_AT_A_TIME && keys.hasNext()) {
                next.add(keys.next().key());
            }
            read.addAll(rows.read(definition.table(), definition.columns(), next, readTimeout));
        }
        return !read.isEmpty();
    }

    /** One that is gone by now has no cells. */
    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more rows");
        }
        return read.remove();
    }

    @Override
    public void close() {
        keys.close();
    }
}
