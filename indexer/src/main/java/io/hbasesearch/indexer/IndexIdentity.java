/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.Remedies;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks that the index behind a name is the one that this process began with, of the same epoch, and that it was not put back to an
 * older state since. Safe for use by several threads. Borrows the admin.
 */
final class IndexIdentity {
    private final IndexAdmin admin;
    private final IndexMetadata index;
    private final Optional<String> history;

    /** @param history that the index had when this process began */
    IndexIdentity(IndexAdmin admin, IndexMetadata index, Optional<String> history) {
        this.admin = Objects.requireNonNull(admin, "admin");
        this.index = Objects.requireNonNull(index, "index");
        this.history = Objects.requireNonNull(history, "history");
    }

    /** @throws HBaseSearchException of class FATAL if it is another one; transient if it could not be found out */
    void check() {
        IndexMetadata now = admin.find(index.index())
                .orElseThrow(() -> changed("nothing stands behind the name " + index.index() + " any more: index "
                        + index.physicalName() + " was deleted, or its alias removed"));
        if (!now.uuid().equals(index.uuid())) {
            throw changed("index " + index.index() + " (" + index.uuid() + ") was deleted and created again as "
                    + now.physicalName());
        }
        if (!now.physicalName().equals(index.physicalName())) {
            throw changed("the name " + index.index() + " stands for " + now.physicalName() + " now, no longer for "
                    + index.physicalName() + ", which this process writes to");
        }
        if (now.epoch() != index.epoch()) {
            throw changed("index " + index.index() + " was moved from epoch " + index.epoch() + " to " + now.epoch());
        }
        if (!admin.history(index).equals(history)) {
            throw Remedies.putBack(index);
        }
    }

    private static HBaseSearchException changed(String message) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                message,
                "If that was meant, restart the indexer: it takes up the index that is there then.",
                null);
    }
}
