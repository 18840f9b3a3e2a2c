/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/** What became of one {@link IndexOperation}; transient and throttled failures never surface here, they are retried. */
public sealed interface WriteResult {
    /** The index holds this version now. */
    record Applied() implements WriteResult {}

    /** The index already held this version or a newer one: success. */
    record Superseded() implements WriteResult {}

    /** The index will never take this document: poison. The reason holds no row value beyond what the index's answer quotes. */
    record Rejected(String reason) implements WriteResult {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** Not sent: its read had become too old. The row must be read again. */
    record ReadTooOld() implements WriteResult {}
}
