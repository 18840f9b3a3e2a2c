/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import java.util.Objects;

/** The result of mapping a row that exists. A row with neither result is unmappable, and an exception gives the reason. */
public sealed interface RowOutcome {
    /** The row has this document. */
    record Indexed(Document document) implements RowOutcome {
        public Indexed {
            Objects.requireNonNull(document, "document");
        }
    }

    /**
     * The definition excludes the row. The index treats it like a deleted row, with the same stub.
     *
     * @param reason never a value
     */
    record LeftOut(String reason) implements RowOutcome {
        public LeftOut {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
