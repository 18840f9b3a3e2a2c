/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import java.util.Collection;
import java.util.Map;

/** Has rows read again by the indexers of one index. Safe for use by several threads. */
public interface RowToucher {
    /**
     * Appends a touch event for each row to the index's own topic, and returns once they are acknowledged.
     *
     * @return the version of each row's touch, at which an indexer will write the row
     */
    Map<RowKey, RowVersion> touch(Collection<RowKey> rows);
}
