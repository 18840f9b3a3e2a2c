/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.ErrorCode;
import java.time.Instant;
import java.util.Objects;

/**
 * An event that could not become a document, with its original bytes.
 *
 * @param table {@code namespace:table}
 * @param event the newest of the events that the failed document stands for
 * @param message what failed; names columns and fields, never their values
 */
public record DeadLetter(
        String index, String table, SourceEvent event, Stage stage, ErrorCode code, String message, Instant time) {
    public DeadLetter {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(time, "time");
    }

    /** Where on its way an event failed. */
    public enum Stage {
        /** Its bytes are no event of this table. */
        DECODE,
        /** Its row has no document. */
        MAP,
        /** The index refuses the document. */
        WRITE
    }
}
