/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowAnnouncer;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what was announced. */
final class RecordingAnnouncer implements RowAnnouncer {
    final List<RowKey> touched = new CopyOnWriteArrayList<>();
    volatile TableId table;

    @Override
    public void touch(TableId touchedTable, Collection<RowKey> rows) {
        table = touchedTable;
        touched.addAll(rows);
    }

    @Override
    public void close() {}
}
