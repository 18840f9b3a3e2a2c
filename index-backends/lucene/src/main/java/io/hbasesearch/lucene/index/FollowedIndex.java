/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.lucene.search.IndexSearcher;

/**
 * The generation of a searcher, which another one may replace while searches run. Counts the users of each generation, so that
 * a replaced one is released when its last search or scan has ended. Safe for use by several threads.
 */
public final class FollowedIndex {
    private final Consumer<LuceneIndex> giveBack;
    private volatile Counted current;
    private volatile boolean closed;

    /** Takes over {@code index}, which the caller has acquired. */
    public FollowedIndex(LuceneIndex index, Consumer<LuceneIndex> giveBack) {
        this.giveBack = giveBack;
        this.current = new Counted(index);
    }

    public IndexMetadata metadata() {
        return current.index.metadata();
    }

    public LuceneIndex index() {
        return current.index;
    }

    /** Returns the newest view of the current generation. For one thread, which closes it. */
    public View view() {
        while (true) {
            Counted counted = current;
            if (counted.tryUse()) {
                try {
                    return new View(counted);
                } catch (RuntimeException e) {
                    counted.release();
                    // It may have been replaced and dropped at exactly this moment.
                    if (counted == current) {
                        throw e;
                    }
                }
            } else if (closed) {
                throw closedFailure();
            }
        }
    }

    private HBaseSearchException closedFailure() {
        return new HBaseSearchException(
                ErrorCode.INTERNAL,
                "The searcher of " + metadata().index() + " was closed",
                "Open a new searcher.",
                null);
    }

    /** Takes over {@code next}, which the caller has acquired. Not at the same time as {@link #close}. */
    void moveTo(LuceneIndex next) {
        Counted before = current;
        current = new Counted(next);
        before.release();
    }

    /** Closes the searcher; searches in progress continue. Must be called once. */
    public void close() {
        closed = true;
        current.release();
    }

    /** One generation with its number of users, plus one as long as it is the current one. */
    private final class Counted {
        private final LuceneIndex index;
        private final AtomicInteger users = new AtomicInteger(1);

        Counted(LuceneIndex index) {
            this.index = index;
        }

        /** Returns false if it was already released. */
        boolean tryUse() {
            return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
        }

        void release() {
            if (users.decrementAndGet() == 0) {
                giveBack.accept(index);
            }
        }
    }

    /** A view of one generation. */
    public final class View implements AutoCloseable {
        private final Counted counted;
        private final IndexSearcher searcher;

        private View(Counted counted) {
            this.counted = counted;
            this.searcher = counted.index.acquire();
        }

        public LuceneIndex index() {
            return counted.index;
        }

        public IndexSearcher searcher() {
            return searcher;
        }

        @Override
        public void close() {
            counted.index.release(searcher);
            counted.release();
        }
    }
}
