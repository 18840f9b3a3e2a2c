/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.Collection;

/** Appends touch events, so that indexers read rows again. This is the only way in which repair changes an index. */
public interface RowAnnouncer extends AutoCloseable {
    /**
     * Announces rows to one index in the topic that this index reads, because another index of the same table may read an older or a
     * newer topic. Does not wait for the broker; failures are counted and logged, never thrown.
     */
    void touch(IndexMetadata index, Collection<RowKey> rows);

    @Override
    void close();
}
