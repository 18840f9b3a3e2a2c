/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Tells a document that Elasticsearch cannot digest from a server in trouble. Both answer 500; but the one does so while
 * everything else gets through, for as long as one cares to wait. Stubs are never suspected, as nothing of a row is in them: so
 * where the shard is to blame after all, the stub that takes a document's place waits for it, and no offset passes.
 *
 * <p>Safe for use by several threads.
 */
final class Suspects {
    private final LongSupplier nanoClock;
    private final AtomicLong done = new AtomicLong();
    private final AtomicInteger suspects = new AtomicInteger();

    /** @param nanoClock as {@link System#nanoTime} */
    Suspects(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** So many operations got through. */
    void succeeded(int operations) {
        done.addAndGet(operations);
    }

    /** It is over with this operation, in whatever way. Idempotent. */
    void acquit(PendingWrite write) {
        if (write.suspicion() != null) {
            write.suspect(null);
            suspects.decrementAndGet();
        }
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
        long now = nanoClock.getAsLong();
        Suspicion before = write.suspicion();
        if (before == null) {
            before = new Suspicion(now, 0, done.get());
            suspects.incrementAndGet();
        }
        Suspicion suspicion = before.seenAgain(othersSucceeded);
        write.suspect(suspicion);
        return suspicion.isConfirmed(now, done.get(), suspects.get());
    }
}
