/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An event that could not become a document, with its original bytes.
 *
 * @param table {@code namespace:table}
 * @param topic that contains the event; empty in dead letters of versions that did not record it
 * @param event the newest of the events that the failed document represents
 * @param row the event's row; empty if it cannot be determined
 * @param message what failed; names columns and fields, never their values
 */
public record DeadLetter(
        String index,
        String table,
        String topic,
        SourceEvent event,
        Optional<RowKey> row,
        Stage stage,
        ErrorCode code,
        String message,
        Instant time) {
    public DeadLetter {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(time, "time");
    }

    /** The stage at which an event failed. */
    public enum Stage {
        /** Its bytes are not an event of this table. */
        DECODE,
        /** Its row cannot be mapped to a document. */
        MAP,
        /** The index rejects the document. */
        WRITE
    }
}
