/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation on its way, already in the form in which it is sent. Equal to itself alone. What it is made of never changes; what
 * happened to it ({@link #tries()} and after) belongs to the thread that has taken it from {@link BulkBuffer}.
 */
final class PendingWrite {
    // The objects that stand for the operation meanwhile.
    private static final int OVERHEAD_BYTES = 150;

    /** What an operation may share a request with. */
    enum Isolation {
        ANY,
        /** Elasticsearch holds back the answer to a whole request while it waits for a shard of one of its operations. */
        AWAY,
        /** Nobody answered the request that it came in: with few of its kind ({@link #mostTogether()}). */
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
    private @Nullable RejectionHistory suspicion;
    private @Nullable RejectionHistory refusal;
    private int mostTogether = Integer.MAX_VALUE;
    private UnansweredDocuments.@Nullable Alone alone;

    /** For an index without routing. */
    PendingWrite(WriteListener listener, int position, IndexOperation operation) {
        this(listener, position, operation, Optional.empty());
    }

    /**
     * @param listener hears what becomes of it
     * @param position of the operation in its batch
     * @param routing empty if the document is where its id puts it
     */
    PendingWrite(WriteListener listener, int position, IndexOperation operation, Optional<String> routing) {
        this.listener = listener;
        this.position = position;
        this.readStartedMillis = operation.readStartedMillis();
        this.id = operation.id();
        this.lines = SourceJson.bulkLines(operation, id, routing);
        this.stub = !(operation instanceof IndexOperation.Upsert);
    }

    long readStartedMillis() {
        return readStartedMillis;
    }

    /** Its part of a bulk request: what to do, and the document or stub, each a line of JSON. */
    byte[] lines() {
        return lines;
    }

    /** Whether this is a stub, in which nothing of the row can be wrong. */
    boolean isStub() {
        return stub;
    }

    /** What it takes up in the buffer. */
    long bytes() {
        return (long) lines.length + OVERHEAD_BYTES;
    }

    /** How many times it was sent in vain. */
    int tries() {
        return tries;
    }

    /** Whether nothing is known of what became of the last try. */
    boolean isUnanswered() {
        return tries > 0 && lastAnswer == null;
    }

    /** Whether it was too much, or too much together with others, when it was last sent. */
    boolean isThrottled() {
        return lastAnswer == ItemOutcome.Delay.THROTTLED;
    }

    /**
     * It has to be sent again.
     *
     * @param answer null if nobody answered
     */
    void triedInVain(ItemOutcome.@Nullable Delay answer) {
        tries++;
        lastAnswer = answer;
        refusedInCompany = false;
    }

    /** The request that it came in was too much as a whole. */
    void refusedInCompany() {
        refusedInCompany = true;
    }

    /** Whether that was the last that was heard of it, so that nothing new shall come with it. */
    boolean wasRefusedInCompany() {
        return refusedInCompany;
    }

    /** What it may be sent together with. */
    Isolation company() {
        if (refusal != null || alone != null) {
            return Isolation.NONE;
        }
        if (lastAnswer == ItemOutcome.Delay.AWAY) {
            return Isolation.AWAY;
        }
        return mostTogether < Integer.MAX_VALUE ? Isolation.UNANSWERED : Isolation.ANY;
    }

    /** Whether it may be at fault itself; null while nothing speaks for that. */
    @Nullable
    RejectionHistory suspicion() {
        return suspicion;
    }

    void suspect(@Nullable RejectionHistory reason) {
        suspicion = reason;
    }

    /** Whether it may be too much by itself; null unless it was refused alone. */
    @Nullable
    RejectionHistory refusal() {
        return refusal;
    }

    void refusedAlone(@Nullable RejectionHistory reason) {
        refusal = reason;
    }

    /** The most operations of a request that it is one of. */
    int mostTogether() {
        return mostTogether;
    }

    void sendWithFewer(int operations) {
        mostTogether = operations;
    }

    /** What happened since it is sent alone; null if it need not be. */
    UnansweredDocuments.@Nullable Alone alone() {
        return alone;
    }

    void sendAlone(UnansweredDocuments.Alone state) {
        alone = state;
    }

    /** What it writes. */
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
