/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what was announced. */
final class RecordingAnnouncer implements RowAnnouncer {
    final List<RowKey> touched = new CopyOnWriteArrayList<>();
    volatile IndexMetadata index;

    @Override
    public void touch(IndexMetadata touchedIndex, Collection<RowKey> rows) {
        index = touchedIndex;
        touched.addAll(rows);
    }

    @Override
    public void close() {}
}
