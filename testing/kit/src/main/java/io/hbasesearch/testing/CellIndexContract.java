/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts share for indexes in which cells are found: a filled index, open for writes and searches. */
abstract class CellIndexContract extends OpenIndexContract {
    private static final long TIMESTAMP = 1_700_000_000_000L;

    /** Writes what all tests find. */
    abstract void fill();

    @BeforeEach
    final void fillIndex() {
        fill();
        searcher.refresh();
    }

    final DocumentWriter writer() {
        return writer;
    }

    final DocumentSearcher searcher() {
        return searcher;
    }

    /** @param cells as {@code family:qualifier=text}, in any order */
    static Row row(String key, String... cells) {
        Map<ColumnName, Cell> sorted = new TreeMap<>();
        for (String text : cells) {
            int equals = text.indexOf('=');
            ColumnName column = ColumnName.parse(text.substring(0, equals));
            sorted.put(column, new Cell(column, TIMESTAMP, ByteArray.utf8(text.substring(equals + 1))));
        }
        return new Row(RowKey.utf8(key), List.copyOf(sorted.values()));
    }

    final SearchRequest request(int size, String query, String... filters) {
        return new SearchRequest(
                QueryStringParser.parse(query, definition()),
                Stream.of(filters)
                        .map(filter -> QueryStringParser.parseFilter(filter, definition()))
                        .toList(),
                size,
                PATIENCE);
    }
}
