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
 * @param event the newest of the events that the failed document represents
 * @param row the event's row; empty if it cannot be determined
 */
public record DeadLetter(Origin origin, SourceEvent event, Optional<RowKey> row, Failure failure, Instant time) {
    public DeadLetter {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(row, "row");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(time, "time");
    }

    /**
     * The index whose event failed.
     *
     * @param table {@code namespace:table}
     * @param topic that contains the event; empty in dead letters of versions that did not record it
     */
    public record Origin(String index, String table, String topic) {
        public Origin {
            Objects.requireNonNull(index, "index");
            Objects.requireNonNull(table, "table");
            Objects.requireNonNull(topic, "topic");
        }
    }

    /**
     * The reason why an event could not become a document.
     *
     * @param message what failed; names columns and fields, never their values
     */
    public record Failure(Stage stage, ErrorCode code, String message) {
        public Failure {
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
        }
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
