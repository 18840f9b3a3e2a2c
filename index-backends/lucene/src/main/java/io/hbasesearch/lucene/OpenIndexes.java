/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.util.IOUtils;

/**
 * The indexes that this process has open. The first writer or searcher of an index opens it and takes its lock, the last one
 * closes it. Safe for use by several threads; opening and closing exclude each other.
 */
final class OpenIndexes implements AutoCloseable {
    private final IndexDirectories directories;
    private final LuceneConfig config;
    private final Map<String, Shared> open = new HashMap<>();

    OpenIndexes(IndexDirectories directories, LuceneConfig config) {
        this.directories = directories;
        this.config = config;
    }

    /**
     * The index as it is now; to be given back with {@link #release}.
     *
     * @throws HBaseSearchException INDEX_NOT_FOUND, INDEX_LOCKED
     */
    synchronized LuceneIndex acquire(String index) {
        Shared shared = open.get(index);
        if (shared == null) {
            shared = new Shared(openIndex(index));
            open.put(index, shared);
        }
        shared.users++;
        return shared.index;
    }

    synchronized void release(LuceneIndex index) {
        Shared shared = open.get(index.metadata().index());
        if (shared != null && shared.index == index) {
            shared.users--;
            if (shared.users == 0) {
                open.remove(index.metadata().index());
                index.close();
            }
        }
    }

    synchronized Optional<LuceneIndex> find(String index) {
        return Optional.ofNullable(open.get(index)).map(shared -> shared.index);
    }

    /** Closes an index that is about to be deleted; its users get {@code reason} from then on. */
    synchronized void abandon(String index, HBaseSearchException reason) {
        Shared shared = open.remove(index);
        if (shared != null) {
            shared.index.abandon(reason);
        }
    }

    synchronized List<LuceneIndex> all() {
        return open.values().stream().map(shared -> shared.index).toList();
    }

    private LuceneIndex openIndex(String index) {
        if (directories.find(index).isEmpty()) {
            throw Failures.notFound(index);
        }
        OwnerLock lock = OwnerLock.acquire(directories.of(index), index);
        try {
            return new LuceneIndex(directories, committed(index, lock), config, lock);
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    /** Read again under the lock: only now nobody else can commit or delete. Closes the lock when it fails. */
    private CommitData committed(String index, OwnerLock lock) {
        try {
            return directories.find(index).orElseThrow(() -> Failures.notFound(index));
        } catch (RuntimeException e) {
            IOUtils.closeWhileHandlingException(lock);
            throw e;
        }
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
}
