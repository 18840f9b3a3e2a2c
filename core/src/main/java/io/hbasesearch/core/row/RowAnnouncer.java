/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.util.Collection;

/** Appends touch events, so that indexers read rows again. The only way in which repair changes an index. */
public interface RowAnnouncer extends AutoCloseable {
    /** Announces rows without waiting for the broker; failures are counted and logged, never thrown. */
    void touch(TableId table, Collection<RowKey> rows);

    @Override
    void close();
}
