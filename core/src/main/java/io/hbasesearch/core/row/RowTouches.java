/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.Collection;
import java.util.Map;

/** Appends touch events for callers that need the version at which they become visible. Safe for use by several threads. */
@FunctionalInterface
public interface RowTouches {
    /**
     * Announces rows to one index, in the topic that it reads, and waits until the broker has the events. A row given twice is
     * announced once.
     *
     * @return the version of each row's touch: once the index holds the row at this version or a later one, it shows what the
     *     table held at some moment after this call began
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_INCOMPATIBLE if the index's topic has been replaced;
     *     SERVER_UNREACHABLE, in which case some of the rows may have been announced, which is harmless
     */
    Map<RowKey, RowVersion> touch(IndexMetadata index, Collection<RowKey> rows);
}
