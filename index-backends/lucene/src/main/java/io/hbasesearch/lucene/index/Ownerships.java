/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The indexes whose {@link OwnerLock} this process holds: the first share acquires the lock, closing the last one releases it.
 * So several generations of an index can be open at once. Safe for use by several threads.
 */
final class Ownerships {
    private final IndexDirectories directories;
    private final Map<String, Held> held = new HashMap<>();

    Ownerships(IndexDirectories directories) {
        this.directories = directories;
    }

    /**
     * Returns a share of the lock, which the caller closes; closing it again does nothing.
     *
     * @throws io.hbasesearch.core.error.HBaseSearchException INDEX_LOCKED, with the owner's name
     */
    synchronized Closeable share(String index) {
        Held ours = held.get(index);
        if (ours == null) {
            ours = new Held(OwnerLock.acquire(directories.of(index), index));
            held.put(index, ours);
        }
        ours.shares++;
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                giveBack(index);
            }
        };
    }

    private synchronized void giveBack(String index) throws IOException {
        Held ours = held.get(index);
        ours.shares--;
        if (ours.shares == 0) {
            held.remove(index);
            ours.lock.close();
        }
    }

    private static final class Held {
        final OwnerLock lock;
        int shares;

        Held(OwnerLock lock) {
            this.lock = lock;
        }
    }
}
