/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import java.util.Objects;

/** What a row that exists becomes in an index. A row that can become neither is unmappable, and an exception says why. */
public sealed interface RowOutcome {
    /** The row has this document. */
    record Indexed(Document document) implements RowOutcome {
        public Indexed {
            Objects.requireNonNull(document, "document");
        }
    }

    /**
     * The definition leaves the row out: to the index it is as if it were gone, and its stub is that of a deleted row.
     *
     * @param reason never a value
     */
    record LeftOut(String reason) implements RowOutcome {
        public LeftOut {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
