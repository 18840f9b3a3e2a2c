/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexMetadata;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.lucene.util.IOUtils;

/**
 * The generations that this process has open, by the names of their directories. The first writer or searcher of a generation
 * opens it and takes a share of its index's lock, the last one closes it. Safe for use by several threads; opening, closing and
 * the exchange of the live generation exclude each other.
 */
public final class OpenIndexes implements AutoCloseable {
    /** Of which all that are open have their buffers together. */
    private static final int PART_OF_HEAP = 8;

    private static final long LEAST_BUFFER_BYTES = 1L << 20;

    private final IndexDirectories directories;
    private final LuceneConfig config;
    private final Metrics metrics;
    private final Ownerships ownerships;
    private final Withdrawals withdrawals;
    private final Map<String, Shared> open = new HashMap<>();
    private final Set<FollowedIndex> followers = new HashSet<>();

    /** Generations that are being filled, whether they are open or not. */
    private final Set<String> filling = new HashSet<>();

    public OpenIndexes(IndexDirectories directories, LuceneConfig config, Metrics metrics) {
        this.directories = directories;
        this.config = config;
        this.metrics = metrics;
        this.ownerships = new Ownerships(directories);
        this.withdrawals = new Withdrawals(directories);
    }

    /** Returns a share of an index's lock, which the caller closes: no other process changes the index meanwhile. */
    Closeable own(String index) {
        if (directories.pointer(index).isEmpty() || withdrawals.isRequested(index)) {
            throw Failures.notFound(index);
        }
        return ownerships.share(index);
    }

    /**
     * Acquires one generation, live or not; the caller releases it with {@link #release}.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_LOCKED
     */
    public synchronized LuceneIndex acquire(IndexMetadata generation) {
        LuceneIndex index = acquire(generation.index(), () -> Optional.of(generation.physicalName()));
        if (!index.metadata().uuid().equals(generation.uuid())) {
            release(index);
            throw Failures.notFound(generation.physicalName());
        }
        return index;
    }

    /**
     * Follows the live generation, also through later exchanges; the caller ends it with {@link #unfollow}.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_LOCKED
     */
    public synchronized FollowedIndex follow(String index) {
        FollowedIndex followed = new FollowedIndex(acquireLive(index), this::release);
        followers.add(followed);
        return followed;
    }

    private LuceneIndex acquireLive(String index) {
        return acquire(index, () -> directories.pointer(index).map(LivePointer::live));
    }

    public synchronized void unfollow(FollowedIndex followed) {
        followers.remove(followed);
        followed.close();
    }

    /**
     * Makes all followers of an index use {@code next}, which is open, from now on. Searches in progress finish on the old one.
     */
    synchronized void exchange(LuceneIndex next) {
        Shared shared = open.get(next.metadata().physicalName());
        for (FollowedIndex followed : followers) {
            if (followed.metadata().index().equals(next.metadata().index())) {
                shared.users++;
                followed.moveTo(next);
            }
        }
    }

    private LuceneIndex acquire(String index, Supplier<Optional<String>> which) {
        Closeable share = own(index);
        try {
            // Only from here on can no other process commit, exchange or delete.
            String name = which.get().orElseThrow(() -> Failures.notFound(index));
            Shared shared = open.get(name);
            if (shared == null) {
                CommitData data = directories.find(index, name).orElseThrow(() -> Failures.notFound(name));
                Closeable handedOver = share;
                share = null;
                shared = new Shared(new LuceneIndex(directories, data, config, metrics, handedOver));
                shared.index.fill(filling.contains(name));
                open.put(name, shared);
                shareMemory();
            }
            shared.users++;
            return shared.index;
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        } finally {
            IOUtils.closeWhileHandlingException(share);
        }
    }

    public synchronized void release(LuceneIndex index) {
        String name = index.metadata().physicalName();
        Shared shared = open.get(name);
        if (shared != null && shared.index == index) {
            shared.users--;
            if (shared.users == 0) {
                open.remove(name);
                index.close();
                shareMemory();
            }
        }
    }

    /** Finds an open index by the name of its directory. */
    synchronized Optional<LuceneIndex> find(String physicalName) {
        return Optional.ofNullable(open.get(physicalName)).map(shared -> shared.index);
    }

    /** Records whether a generation is being filled without readers. */
    synchronized void fill(String physicalName, boolean filled) {
        if (filled) {
            filling.add(physicalName);
        } else {
            filling.remove(physicalName);
        }
        find(physicalName).ifPresent(index -> index.fill(filled));
    }

    /** Closes every generation of an index that is about to be deleted; its users get {@code reason} from then on. */
    synchronized void abandonAll(String index, HBaseSearchException reason) {
        all().stream()
                .map(LuceneIndex::metadata)
                .filter(metadata -> metadata.index().equals(index))
                .forEach(metadata -> abandon(metadata, reason));
        followers.removeIf(followed -> followed.metadata().index().equals(index));
    }

    /** Closes a generation that is about to be deleted; its users get {@code reason} from then on. */
    synchronized void abandon(IndexMetadata generation, HBaseSearchException reason) {
        filling.remove(generation.physicalName());
        Shared shared = open.remove(generation.physicalName());
        if (shared != null) {
            shared.index.abandon(reason);
            shareMemory();
        }
    }

    private void shareMemory() {
        long share = bufferBytes(
                config.bufferBytes(), open.size(), Runtime.getRuntime().maxMemory());
        open.values().forEach(shared -> shared.index.bufferAtMost(share));
    }

    /** What each of so many indexes may have in memory before it is written to the disk. */
    static long bufferBytes(long configured, int indexes, long heapBytes) {
        return Math.min(configured, Math.max(LEAST_BUFFER_BYTES, heapBytes / PART_OF_HEAP / Math.max(1, indexes)));
    }

    public synchronized List<LuceneIndex> all() {
        return open.values().stream().map(shared -> shared.index).toList();
    }

    @Override
    public synchronized void close() {
        List<Shared> closing = new ArrayList<>(open.values());
        open.clear();
        closing.forEach(shared -> shared.index.close());
    }

    private static final class Shared {
        final LuceneIndex index;
        int users;

        Shared(LuceneIndex index) {
            this.index = index;
        }
    }

    /**
     * The indexes whose {@link OwnerLock} this process holds: the first share acquires the lock, closing the last one releases it.
     * So several generations of an index can be open at once. Safe for use by several threads.
     */
    private static final class Ownerships {
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
}
