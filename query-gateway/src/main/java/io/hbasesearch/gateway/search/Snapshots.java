/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
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
 * Limits how many index snapshots this gateway keeps for paging callers, because they hold files and memory of the index. When there is no
 * room for another one, the caller with the most snapshots loses its longest unused one, so that a caller that opens many does not displace
 * others'. The displaced snapshot is closed, and its next page reports that it is gone. Snapshots with a page in progress stay. Safe for
 * use by several threads.
 */
public final class Snapshots {
    private final int most;
    private final LongSupplier nanoClock;
    private final Metrics.Counter displaced;

    /** Snapshots without a page in progress, longest unused first. Guarded by this, as is {@code used}. */
    private final Map<ViewToken, Idle> idle = new LinkedHashMap<>();

    private int used;

    /** @param close releases the snapshot in its index */
    private record Idle(String caller, Consumer<ViewToken> close, long expiry) {}

    public Snapshots(int most, LongSupplier nanoClock, Metrics metrics) {
        this.most = most;
        this.nanoClock = nanoClock;
        this.displaced = metrics.counter(
                "hbase_search_gateway_displaced_snapshots_total",
                "Snapshots closed early because others needed their places.");
        metrics.gauge("hbase_search_gateway_snapshots", "Index snapshots kept for later pages.", this, Snapshots::size);
    }

    /**
     * Reserves a place before a page is made.
     *
     * @param caller who requests the page
     * @param close releases a snapshot of its index, without waiting
     * @throws ProblemException 429 if every place has a page in progress
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

    /** @param newcomer gives up one of its own snapshots if no caller has more */
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
                        "all " + most + " snapshots that this gateway may keep are in use",
                        "Try again in a moment, or raise gateway.maxSnapshots.")
                .retryAfter(Duration.ofSeconds(1)));
    }

    /** Closes a snapshot in which no caller will continue. Does nothing if a page is being made from it, or it is gone. */
    void release(ViewToken view) {
        Idle known;
        synchronized (this) {
            known = idle.remove(view);
        }
        if (known != null) {
            known.close().accept(view);
        }
    }

    /** Forgets expired snapshots, which the index has released itself. */
    private void removeExpired() {
        long now = nanoClock.getAsLong();
        idle.values().removeIf(each -> now - each.expiry() >= 0);
    }

    synchronized int size() {
        removeExpired();
        return used + idle.size();
    }

    /** Place of a snapshot while a page is made from it. For one thread. */
    final class Place {
        private final Optional<ViewUse> use;
        private final String caller;
        private final Consumer<ViewToken> close;

        private Place(Optional<ViewUse> use, String caller, Consumer<ViewToken> close) {
            this.use = use;
            this.caller = caller;
            this.close = close;
        }

        /** @param view snapshot for later pages; empty if it is closed, or was never kept */
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
         * Records that the page failed. Closes a snapshot that was opened for it, which no caller knows; keeps one that a cursor names,
         * because its caller may retry.
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
