/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A healthy reader of which a fake writes what its tests need; all other reads fail. */
public abstract class PartialRowReader implements RowReader {
    @Override
    public List<Row> read(TableId table, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RowCursor scan(TableId table, ColumnSelection columns, KeyRange range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<KeyRange> regions(TableId table) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<RowKey> last(TableId table, KeyRange range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<RowKey> after(TableId table, KeyRange range, int number) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RowCursor matching(TableId table, RowFilter filter, KeyRange range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
