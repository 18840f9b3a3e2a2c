/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.core.spi.ViewUse;
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
 * Views of an index that stay as they are between one page and the next: each is kept until nobody has used it for as long as was
 * asked for, or until there are too many and it is the one that was unused for longest. A view that is kept holds files which the
 * index itself may have done with. Safe for use by several threads; closed by whoever made it.
 *
 * @param <V> a view; closing it gives it back
 */
final class SnapshotRegistry<V extends AutoCloseable> implements AutoCloseable {
    /** Of one searcher: more than a gateway keeps where nothing is said, which knows whose they are. */
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
     * Runs a search in the view that it asks for.
     *
     * @param newest opens one, which is closed here
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
                // The index was dropped under it.
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

    /** Takes over the one use that the view has. */
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

    /** One more use of it, if it is there. */
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

    /** Gives a view back; whoever is using it goes on. */
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

    /** So that a view that nobody comes back for does not hold its files until somebody else searches. */
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

    /** A view and how many use it, this registry included. */
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

        /** Ends one use. */
        SearchResult run(Function<V, SearchResult> search) {
            try {
                return search.apply(view);
            } finally {
                release();
            }
        }

        /** Ends one use only if the search fails. */
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
                throw new IllegalStateException("a view cannot be given back", e);
            }
        }
    }
}
