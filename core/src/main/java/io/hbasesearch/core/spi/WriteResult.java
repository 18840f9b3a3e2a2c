/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/** The result of one {@link IndexOperation}. Transient and throttled failures never appear here, because they are retried. */
public sealed interface WriteResult {
    /** The index holds this version now. */
    record Applied() implements WriteResult {}

    /** The index already held this version or a newer one: success. */
    record Superseded() implements WriteResult {}

    /**
     * The index refuses this document, which is poison.
     *
     * @param reason without any row value beyond what the index's answer quotes
     * @param mayPass true if the document was only given up because its time was over while others were accepted. The index may have
     *     been the cause, so the row should be retried later. If false, the document will never be accepted in its present form
     */
    record Rejected(String reason, boolean mayPass) implements WriteResult {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
        }

        /** Creates a permanent refusal of the document itself. */
        public Rejected(String reason) {
            this(reason, false);
        }
    }

    /** Not sent: its read had become too old. The row must be read again. */
    record ReadTooOld() implements WriteResult {}
}
