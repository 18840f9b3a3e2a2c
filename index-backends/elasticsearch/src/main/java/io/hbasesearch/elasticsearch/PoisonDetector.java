/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.model.DocumentId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a document that Elasticsearch cannot digest from a server in trouble. Both answer 500, or 429; but the one does so while
 * everything else gets through, for as long as one cares to wait. Stubs are never suspected, as nothing of a row is in them: so
 * where the shard is to blame after all, the stub that takes a document's place waits for it, and no offset passes.
 *
 * <p>Safe for use by several threads.
 */
final class PoisonDetector {
    /** A suspicion that is forgotten begins anew. */
    private static final int MOST_REMEMBERED = 1_000;

    private final LongSupplier nanoClock;
    private final AtomicLong done = new AtomicLong();
    private final AtomicInteger suspects = new AtomicInteger();

    /** What spoke against documents whose rows are being read again: what follows is most often no different. */
    private final Map<DocumentId, Remembered> remembered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DocumentId, Remembered> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    private record Remembered(@Nullable RejectionHistory suspicion, @Nullable RejectionHistory refusal) {}

    /** What a refusal (429) of a single operation that nothing came with means. */
    enum Refusal {
        /** There is too much under way. */
        LOAD,
        /** This operation may be too much by itself: no reason to send less of others. */
        ITS_OWN,
        /** It is not sent again. */
        GIVEN_UP
    }

    /** @param nanoClock as {@link System#nanoTime} */
    PoisonDetector(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** So many operations got through. */
    void succeeded(int operations) {
        done.addAndGet(operations);
    }

    /** How many operations got through. */
    long succeeded() {
        return done.get();
    }

    /** It is over with this operation, in whatever way. Idempotent. */
    void acquit(PendingWrite write) {
        if (write.suspicion() != null) {
            write.suspect(null);
            suspects.decrementAndGet();
        }
    }

    /** The row of this operation will be read again. */
    void readAgain(PendingWrite write) {
        if (write.suspicion() != null || write.refusal() != null) {
            synchronized (remembered) {
                remembered.put(write.id(), new Remembered(write.suspicion(), write.refusal()));
            }
        }
    }

    /** At the first answer that speaks against an operation. */
    private void recall(PendingWrite write) {
        if (write.suspicion() == null && write.refusal() == null) {
            synchronized (remembered) {
                Remembered before = remembered.remove(write.id());
                if (before != null) {
                    suspect(write, before.suspicion());
                    write.refusedAlone(before.refusal());
                }
            }
        }
    }

    private void suspect(PendingWrite write, @Nullable RejectionHistory suspicion) {
        if (write.suspicion() == null && suspicion != null) {
            suspects.incrementAndGet();
        }
        write.suspect(suspicion);
    }

    /**
     * Elasticsearch has answered 500 to an operation.
     *
     * @param othersSucceeded whether others of the same request got through
     * @return whether that is the document's fault, so that it is not to be sent again
     */
    boolean isAtFault(PendingWrite write, boolean othersSucceeded) {
        if (write.isStub()) {
            return false;
        }
        recall(write);
        long now = nanoClock.getAsLong();
        RejectionHistory before = write.suspicion();
        RejectionHistory suspicion =
                (before == null ? RejectionHistory.first(now, done.get()) : before).seenAgain(othersSucceeded, done.get());
        suspect(write, suspicion);
        return suspicion.isConfirmed(now, suspects.get());
    }

    /**
     * Elasticsearch has answered 429 to an operation that was sent alone.
     *
     * @param aboveLimit whether it says that this operation alone is more than it ever takes
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
