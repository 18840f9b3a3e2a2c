/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.RowKey;
import java.util.Objects;

/**
 * One row whose document is not what it should be.
 *
 * @param detail says how, by the names of fields; never their values
 */
public record Difference(Kind kind, RowKey row, String detail) {
    public Difference {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(detail, "detail");
    }

    /** What is wrong. */
    public enum Kind {
        /** The row exists, and the index holds nothing of it. */
        MISSING,
        /** The index holds something else than the row's mapping. */
        STALE,
        /** The index holds a document, and the row does not exist. */
        EXTRA
    }
}
