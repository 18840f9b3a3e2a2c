/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps views of an index that stay the same from one page to the next: each until it has been unused for its requested time,
 * or until there are too many and it was unused for longest. A kept view holds files that the index itself may have released.
 * Safe for use by several threads; its creator closes it.
 *
 * @param <V> a view; closing it releases it
 */
final class SnapshotRegistry<V extends AutoCloseable> implements AutoCloseable {
    /** The limit of one searcher: more than a gateway keeps by default, which knows the owners of views. */
    static final int MAX_VIEWS = 128;

    private static final int TOKEN_BYTES = 16;

    private final LongSupplier nanoClock;
    private final SecureRandom random = new SecureRandom();

    /** In the order of their last use. Guarded by this. */
    private final Map<String, Kept> views = new LinkedHashMap<>();

    private boolean sweepIsDue;
    private boolean closed;

    SnapshotRegistry(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * Runs a search in the requested view.
     *
     * @param newest opens a view, which is closed here
     */
    SearchResult search(SearchRequest request, Supplier<V> newest, Function<V, SearchResult> search) {
        ViewUse use = request.view();
        if (use instanceof ViewUse.Newest) {
            Kept once = new Kept(newest.get(), Duration.ZERO);
            return once.run(search);
        }
        if (use instanceof ViewUse.Keep keep) {
            return searchAndKeep(newest.get(), keep.keepFor(), search, false);
        }
        ViewUse.Kept kept = (ViewUse.Kept) use;
        Kept known = take(kept.token(), kept.keepFor());
        if (known != null) {
            try {
                return known.run(search).seenIn(Optional.of(kept.token()), false);
            } catch (AlreadyClosedException e) {
                // The index was dropped while the view was in use.
                close(kept.token());
            }
        }
        return searchAndKeep(newest.get(), kept.keepFor(), search, true);
    }

    private SearchResult searchAndKeep(V view, Duration keepFor, Function<V, SearchResult> search, boolean lost) {
        Kept kept = new Kept(view, keepFor);
        SearchResult result = kept.runAndHold(search);
        return result.seenIn(Optional.of(keep(kept)), lost);
    }

    /** Takes over the single use of the view. */
    private ViewToken keep(Kept kept) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String name = HexFormat.of().formatHex(bytes);
        List<Kept> gone = new ArrayList<>();
        synchronized (this) {
            views.put(name, kept);
            removeExpired(gone);
            while (views.size() > MAX_VIEWS || (closed && !views.isEmpty())) {
                gone.add(views.remove(views.keySet().iterator().next()));
            }
            sweepLater();
        }
        gone.forEach(Kept::release);
        return new ViewToken(name);
    }

    /** Adds a use of the view, if it still exists. */
    private @Nullable Kept take(ViewToken token, Duration keepFor) {
        List<Kept> gone = new ArrayList<>();
        Kept found;
        synchronized (this) {
            removeExpired(gone);
            found = views.remove(token.value());
            if (found != null) {
                found.use(keepFor);
                views.put(token.value(), found);
            }
        }
        gone.forEach(Kept::release);
        return found;
    }

    /** Releases a view; searches that use it continue. */
    void close(ViewToken token) {
        Kept found;
        synchronized (this) {
            found = views.remove(token.value());
        }
        if (found != null) {
            found.release();
        }
    }

    synchronized int size() {
        return views.size();
    }

    private void removeExpired(List<Kept> gone) {
        long now = nanoClock.getAsLong();
        views.values().removeIf(kept -> kept.isExpired(now) && gone.add(kept));
    }

    /** Schedules a sweep, so that an abandoned view does not hold its files until the next search. */
    private void sweepLater() {
        if (sweepIsDue || views.isEmpty()) {
            return;
        }
        long now = nanoClock.getAsLong();
        long next = views.values().stream()
                .mapToLong(kept -> kept.expiry - now)
                .min()
                .orElse(0);
        sweepIsDue = true;
        CompletableFuture.delayedExecutor(Math.max(0, next) + 1, TimeUnit.NANOSECONDS)
                .execute(this::sweep);
    }

    void sweep() {
        List<Kept> gone = new ArrayList<>();
        synchronized (this) {
            sweepIsDue = false;
            removeExpired(gone);
            sweepLater();
        }
        gone.forEach(Kept::release);
    }

    @Override
    public void close() {
        List<Kept> gone;
        synchronized (this) {
            closed = true;
            gone = List.copyOf(views.values());
            views.clear();
        }
        gone.forEach(Kept::release);
    }

    /** A view with its number of users, this registry included. */
    private final class Kept {
        private final V view;
        private int users = 1;
        private volatile long expiry;

        Kept(V view, Duration keepFor) {
            this.view = view;
            this.expiry = nanoClock.getAsLong() + keepFor.toNanos();
        }

        private synchronized void use(Duration keepFor) {
            users++;
            expiry = nanoClock.getAsLong() + keepFor.toNanos();
        }

        boolean isExpired(long now) {
            return now - expiry >= 0;
        }

        /** Runs a search, and ends one use. */
        SearchResult run(Function<V, SearchResult> search) {
            try {
                return search.apply(view);
            } finally {
                release();
            }
        }

        /** Runs a search, and ends one use only if it fails. */
        SearchResult runAndHold(Function<V, SearchResult> search) {
            boolean done = false;
            try {
                SearchResult result = search.apply(view);
                done = true;
                return result;
            } finally {
                if (!done) {
                    release();
                }
            }
        }

        void release() {
            boolean last;
            synchronized (this) {
                last = --users == 0;
            }
            if (last) {
                closeView();
            }
        }

        private void closeView() {
            try {
                view.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException("a view cannot be released", e);
            }
        }
    }
}
