/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/** What became of one {@link IndexOperation}; transient and throttled failures never surface here, they are retried. */
public sealed interface WriteResult {
    /** The index holds this version now. */
    record Applied() implements WriteResult {}

    /** The index already held this version or a newer one: success. */
    record Superseded() implements WriteResult {}

    /**
     * The index does not take this document: poison.
     *
     * @param reason without any row value beyond what the index's answer quotes
     * @param mayPass whether the document was only given up, as its time was up while others were taken: it may have been
     *     the index's fault after all, so the row is worth another attempt later. Else it will never be taken as it is
     */
    record Rejected(String reason, boolean mayPass) implements WriteResult {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
        }

        /** For good: the document itself is refused. */
        public Rejected(String reason) {
            this(reason, false);
        }
    }

    /** Not sent: its read had become too old. The row must be read again. */
    record ReadTooOld() implements WriteResult {}
}
