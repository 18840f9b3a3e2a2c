/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.core.spi.ViewUse;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * How many snapshots of indexes this gateway has kept for those who page: they hold files and memory of the index. Where there is no
 * room for another one, the caller who has most of them gives up the one that is unused for longest: so nobody who opens many takes
 * those of others. It is closed, and its next page says that it is gone. Those of pages that are being made stay. Safe for use by
 * several threads.
 */
final class Snapshots {
    private final int most;
    private final LongSupplier nanoClock;
    private final Metrics.Counter displaced;

    /** Of which no page is being made, the one that is unused for longest first. Guarded by this, as is {@code used}. */
    private final Map<ViewToken, Idle> idle = new LinkedHashMap<>();

    private int used;

    /** @param close lets go of it, in its index */
    private record Idle(String caller, Consumer<ViewToken> close, long expiry) {}

    Snapshots(int most, LongSupplier nanoClock, Metrics metrics) {
        this.most = most;
        this.nanoClock = nanoClock;
        this.displaced = metrics.counter(
                "hbase_search_gateway_displaced_snapshots_total",
                "Snapshots closed before their time, as others needed their places.");
        metrics.gauge(
                "hbase_search_gateway_snapshots",
                "Snapshots of indexes that are kept for later pages.",
                this,
                Snapshots::size);
    }

    /**
     * Before a page is made.
     *
     * @param caller who asks for it
     * @param close lets go of a snapshot of its index, and does not wait for it
     * @throws ProblemException 429 if pages are being made of as many snapshots as there may be
     */
    Place enter(ViewUse use, String caller, Consumer<ViewToken> close) {
        if (use instanceof ViewUse.Newest) {
            return new Place(Optional.empty(), caller, close);
        }
        Optional<ViewToken> known = use instanceof ViewUse.Kept kept ? Optional.of(kept.token()) : Optional.empty();
        Optional<Map.Entry<ViewToken, Idle>> gone = Optional.empty();
        synchronized (this) {
            removeExpired();
            known.ifPresent(idle::remove);
            if (used + idle.size() >= most) {
                gone = Optional.of(oneToMakeRoom(caller));
            }
            used++;
        }
        gone.ifPresent(entry -> {
            displaced.increment();
            entry.getValue().close().accept(entry.getKey());
        });
        return new Place(Optional.of(use), caller, close);
    }

    /** @param newcomer gives up one of its own where nobody has more */
    private Map.Entry<ViewToken, Idle> oneToMakeRoom(String newcomer) {
        Map<String, Integer> had = new LinkedHashMap<>();
        idle.values().forEach(each -> had.merge(each.caller(), 1, Integer::sum));
        int most = had.values().stream().max(Comparator.naturalOrder()).orElseThrow(this::full);
        Predicate<String> hasMost = had.getOrDefault(newcomer, 0) == most
                ? newcomer::equals
                : caller -> had.getOrDefault(caller, 0) == most;
        Map.Entry<ViewToken, Idle> oldest = idle.entrySet().stream()
                .filter(entry -> hasMost.test(entry.getValue().caller()))
                .findFirst()
                .map(Map.Entry::copyOf)
                .orElseThrow(this::full);
        idle.remove(oldest.getKey());
        return oldest;
    }

    private ProblemException full() {
        return new ProblemException(ProblemDocument.of(
                        429,
                        ErrorCode.THROTTLED,
                        "pages of " + most + " snapshots are being made, as many as this gateway keeps",
                        "Try again in a moment, or have gateway.maxSnapshots allow more.")
                .retryAfter(Duration.ofSeconds(1)));
    }

    /** Closes what nobody will go on in. Nothing happens if a page is being made of it, or it is gone. */
    void letGo(ViewToken view) {
        Idle known;
        synchronized (this) {
            known = idle.remove(view);
        }
        if (known != null) {
            known.close().accept(view);
        }
    }

    /** The index has let go of them by itself. */
    private void removeExpired() {
        long now = nanoClock.getAsLong();
        idle.values().removeIf(each -> now - each.expiry() >= 0);
    }

    synchronized int size() {
        removeExpired();
        return used + idle.size();
    }

    /** A snapshot's place while a page is made of it. For one thread. */
    final class Place {
        private final Optional<ViewUse> use;
        private final String caller;
        private final Consumer<ViewToken> close;

        private Place(Optional<ViewUse> use, String caller, Consumer<ViewToken> close) {
            this.use = use;
            this.caller = caller;
            this.close = close;
        }

        /** @param view what later pages are made of; empty if it is closed, or was never kept */
        void leave(Optional<ViewToken> view) {
            if (use.isEmpty()) {
                return;
            }
            Duration keepFor =
                    use.get() instanceof ViewUse.Kept kept ? kept.keepFor() : ((ViewUse.Keep) use.get()).keepFor();
            synchronized (Snapshots.this) {
                used--;
                view.ifPresent(
                        token -> idle.put(token, new Idle(caller, close, nanoClock.getAsLong() + keepFor.toNanos())));
            }
        }

        /**
         * The page has failed, and nobody gets to know a snapshot that was opened for it. One that a cursor names stays, as its caller
         * may ask again.
         */
        void fail(Optional<ViewToken> view) {
            boolean isCallers = use.isPresent() && use.get() instanceof ViewUse.Kept;
            if (isCallers) {
                leave(view.or(() -> Optional.of(((ViewUse.Kept) use.get()).token())));
            } else {
                leave(Optional.empty());
                view.ifPresent(close);
            }
        }
    }
}
