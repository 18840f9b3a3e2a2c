/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.elasticsearch.client.SourceJson;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation in progress, already in the form in which it is sent. Equal only to itself. Its content never changes; its
 * history ({@link #tries()} and after) belongs to the thread that has taken it from {@link BulkBuffer}.
 */
final class PendingWrite {
    // The objects that represent the operation meanwhile.
    private static final int OVERHEAD_BYTES = 150;

    /** The operations that may share a request with this one. */
    enum Isolation {
        ANY,
        /** Elasticsearch delays the answer to a whole request while it waits for a shard of one of its operations. */
        AWAY,
        /** Its request was not answered: it may share a request with few of its kind ({@link #mostTogether()}). */
        UNANSWERED,
        NONE
    }

    private final WriteListener listener;
    private final int position;
    private final long readStartedMillis;
    private final byte[] lines;
    private final boolean stub;
    private final DocumentId id;
    private int tries;
    private ItemOutcome.@Nullable Delay lastAnswer;
    private boolean refusedInCompany;
    private @Nullable RejectionHistory serverErrors;
    private @Nullable RejectionHistory refusal;
    private int mostTogether = Integer.MAX_VALUE;
    private UnansweredDocuments.@Nullable Alone alone;

    /** Creates an operation for an index without routing. */
    PendingWrite(WriteListener listener, int position, IndexOperation operation) {
        this(listener, position, operation, Optional.empty());
    }

    /** Creates an operation for an index without reversed values. */
    PendingWrite(WriteListener listener, int position, IndexOperation operation, Optional<String> routing) {
        this(listener, position, operation, routing, List.of());
    }

    /**
     * Creates an operation.
     *
     * @param listener receives the outcome
     * @param position of the operation in its batch
     * @param routing empty if the document's id determines its shard
     * @param reversed the fields whose values the document has reversed too
     */
    PendingWrite(
            WriteListener listener,
            int position,
            IndexOperation operation,
            Optional<String> routing,
            List<String> reversed) {
        this.listener = listener;
        this.position = position;
        this.readStartedMillis = operation.readStartedMillis();
        this.id = operation.id();
        this.lines = SourceJson.bulkLines(operation, id, routing, reversed);
        this.stub = !(operation instanceof IndexOperation.Upsert);
    }

    long readStartedMillis() {
        return readStartedMillis;
    }

    /** Returns its part of a bulk request: the action, and the document or stub, each a line of JSON. */
    byte[] lines() {
        return lines;
    }

    /** Returns whether this is a stub, which contains nothing of the row that could be wrong. */
    boolean isStub() {
        return stub;
    }

    /** Returns the bytes that it takes up in the buffer. */
    long bytes() {
        return (long) lines.length + OVERHEAD_BYTES;
    }

    /** Returns how many times it was sent without success. */
    int tries() {
        return tries;
    }

    /** Returns whether the outcome of the last attempt is unknown. */
    boolean isUnanswered() {
        return tries > 0 && lastAnswer == null;
    }

    /** Returns whether the last attempt was throttled, alone or with its request. */
    boolean isThrottled() {
        return lastAnswer == ItemOutcome.Delay.THROTTLED;
    }

    /**
     * Records a failed attempt; the operation must be retried.
     *
     * @param answer null if there was no answer
     */
    void attemptFailed(ItemOutcome.@Nullable Delay answer) {
        tries++;
        lastAnswer = answer;
        refusedInCompany = false;
    }

    /** Records that its request was throttled as a whole. */
    void refusedInCompany() {
        refusedInCompany = true;
    }

    /** Returns whether the last attempt was throttled with its request, so that nothing new may join it. */
    boolean wasRefusedInCompany() {
        return refusedInCompany;
    }

    /** Returns the operations that may share a request with it. */
    Isolation company() {
        if (refusal != null || alone != null) {
            return Isolation.NONE;
        }
        if (lastAnswer == ItemOutcome.Delay.AWAY) {
            return Isolation.AWAY;
        }
        return mostTogether < Integer.MAX_VALUE ? Isolation.UNANSWERED : Isolation.ANY;
    }

    /** Returns the history of its answers with status 500; null if there is none. */
    @Nullable
    RejectionHistory serverErrors() {
        return serverErrors;
    }

    void serverErrors(@Nullable RejectionHistory history) {
        serverErrors = history;
    }

    /** Returns the evidence that it is too large on its own; null unless it was rejected alone. */
    @Nullable
    RejectionHistory refusal() {
        return refusal;
    }

    void refusedAlone(@Nullable RejectionHistory reason) {
        refusal = reason;
    }

    /** Returns the maximum number of operations of a request that includes it. */
    int mostTogether() {
        return mostTogether;
    }

    void sendWithFewer(int operations) {
        mostTogether = operations;
    }

    /** Returns its history since it is sent alone; null if it need not be. */
    UnansweredDocuments.@Nullable Alone alone() {
        return alone;
    }

    void sendAlone(UnansweredDocuments.Alone state) {
        alone = state;
    }

    /** Returns the id of its document. */
    DocumentId id() {
        return id;
    }

    WriteListener listener() {
        return listener;
    }

    int position() {
        return position;
    }

    void fail(Throwable cause) {
        listener.failed(position, cause);
    }
}
