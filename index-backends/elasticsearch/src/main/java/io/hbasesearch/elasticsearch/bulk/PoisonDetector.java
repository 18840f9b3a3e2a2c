/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.model.DocumentId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a document that Elasticsearch cannot process from a server in trouble. Both get status 500, or 429; but the
 * document gets it while everything else succeeds, however long one waits. Stubs are never at fault, because they contain
 * nothing of a row: if the shard is to blame after all, the stub that replaces a document waits for it, and no offset is
 * committed past it.
 *
 * <p>Safe for use by several threads.
 */
public final class PoisonDetector {
    /** A history that is forgotten starts again. */
    private static final int MOST_REMEMBERED = 1_000;

    private final LongSupplier nanoClock;
    private final AtomicLong done = new AtomicLong();
    private final AtomicInteger failing = new AtomicInteger();

    /** Histories of documents whose rows are being read again: the next document is usually no different. */
    private final Map<DocumentId, Remembered> remembered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DocumentId, Remembered> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    private record Remembered(@Nullable RejectionHistory serverErrors, @Nullable RejectionHistory refusal) {}

    /** The meaning of a rejection (429) of an operation that was sent alone. */
    enum Refusal {
        /** There are too many requests in progress. */
        LOAD,
        /** This operation may be too large on its own: no reason to send less of others. */
        ITS_OWN,
        /** The operation is not retried. */
        GIVEN_UP
    }

    /** @param nanoClock as {@link System#nanoTime} */
    public PoisonDetector(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Records the number of successful operations. */
    void succeeded(int operations) {
        done.addAndGet(operations);
    }

    /** Returns the number of successful operations. */
    long succeeded() {
        return done.get();
    }

    /** Records that this operation is finished, whatever the outcome. Idempotent. */
    void cleared(PendingWrite write) {
        if (write.serverErrors() != null) {
            write.serverErrors(null);
            failing.decrementAndGet();
        }
    }

    /** Records that the row of this operation will be read again. */
    void readAgain(PendingWrite write) {
        if (write.serverErrors() != null || write.refusal() != null) {
            synchronized (remembered) {
                remembered.put(write.id(), new Remembered(write.serverErrors(), write.refusal()));
            }
        }
    }

    /** Restores the history at the first rejection of an operation. */
    private void recall(PendingWrite write) {
        if (write.serverErrors() == null && write.refusal() == null) {
            synchronized (remembered) {
                Remembered before = remembered.remove(write.id());
                if (before != null) {
                    serverErrors(write, before.serverErrors());
                    write.refusedAlone(before.refusal());
                }
            }
        }
    }

    private void serverErrors(PendingWrite write, @Nullable RejectionHistory history) {
        if (write.serverErrors() == null && history != null) {
            failing.incrementAndGet();
        }
        write.serverErrors(history);
    }

    /**
     * Evaluates a status 500 for an operation.
     *
     * @param othersSucceeded whether others of the same request succeeded
     * @return whether the document is at fault, so that it must not be retried
     */
    boolean isAtFault(PendingWrite write, boolean othersSucceeded) {
        if (write.isStub()) {
            return false;
        }
        recall(write);
        long now = nanoClock.getAsLong();
        RejectionHistory before = write.serverErrors();
        RejectionHistory history = (before == null ? RejectionHistory.first(now, done.get()) : before)
                .seenAgain(othersSucceeded, done.get());
        serverErrors(write, history);
        return history.isConfirmed(now, failing.get());
    }

    /**
     * Evaluates a status 429 for an operation that was sent alone.
     *
     * @param aboveLimit whether Elasticsearch reports that this operation alone exceeds its limit
     */
    Refusal refusedAlone(PendingWrite write, boolean aboveLimit) {
        if (write.isStub()) {
            return Refusal.LOAD;
        }
        recall(write);
        long now = nanoClock.getAsLong();
        RejectionHistory before = write.refusal();
        RejectionHistory refusal =
                (before == null ? RejectionHistory.first(now, done.get()) : before).seenAgain(aboveLimit, done.get());
        write.refusedAlone(refusal);
        if (refusal.isConfirmedAsTooMuch(now)) {
            return Refusal.GIVEN_UP;
        }
        boolean counted = before == null ? aboveLimit : refusal.answers() > before.answers();
        return counted ? Refusal.ITS_OWN : Refusal.LOAD;
    }
}
