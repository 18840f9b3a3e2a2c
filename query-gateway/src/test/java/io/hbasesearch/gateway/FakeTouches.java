/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.row.RowTouches;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** A topic that gives each event the next offset. */
public final class FakeTouches implements RowTouches {
    final AtomicLong nextOffset = new AtomicLong();
    final List<IndexMetadata> indexes = new CopyOnWriteArrayList<>();
    public volatile BiConsumer<RowKey, RowVersion> whenTouched = (row, version) -> {};

    @Override
    public Map<RowKey, RowVersion> touch(IndexMetadata index, Collection<RowKey> rows) {
        indexes.add(index);
        Map<RowKey, RowVersion> versions = new LinkedHashMap<>();
        rows.forEach(row -> versions.put(row, RowVersion.of(index.epoch(), nextOffset.getAndIncrement())));
        versions.forEach(whenTouched);
        return versions;
    }
}
