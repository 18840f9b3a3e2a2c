/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.row.FreshnessSource.Freshness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was found out of one index, and the part of it that may be told: what was indexed at a look is acknowledged, but no search
 * shows it before the search view has been refreshed. So a look is told once the view was refreshed for certain. Immutable.
 *
 * @param told the newest look that may be told; null if there is none yet
 * @param waiting the later ones, the oldest first
 */
record VisibleLooks(@Nullable Freshness told, List<Waiting> waiting) {
    /** A refresh begins an interval after the last one has ended, and takes its time, too. */
    private static final int INTERVALS = 2;

    /** However long the interval is, about as many looks wait: if all did, they could be thousands. */
    private static final int MOST_WAITING = 8;

    VisibleLooks {
        waiting = List.copyOf(waiting);
    }

    /** @param interval the longest between two refreshes since the look */
    record Waiting(Freshness look, Duration interval) {
        private Waiting since(Duration other) {
            return new Waiting(look, other.compareTo(interval) > 0 ? other : interval);
        }

        private boolean isVisible(Instant now) {
            return !look.lookedAt().plus(interval.multipliedBy(INTERVALS)).isAfter(now);
        }
    }

    static VisibleLooks none() {
        return new VisibleLooks(null, List.of());
    }

    /**
     * After another look.
     *
     * @param latest empty if nothing was found out
     * @param refreshInterval empty if searches show nothing new: then no look is of use before refreshing goes on
     */
    VisibleLooks after(Optional<Freshness> latest, Instant now, Optional<Duration> refreshInterval) {
        if (refreshInterval.isEmpty()) {
            return new VisibleLooks(told, List.of());
        }
        Freshness newest = told;
        List<Waiting> later = new ArrayList<>();
        for (Waiting each : waiting) {
            Waiting since = each.since(refreshInterval.get());
            if (since.isVisible(now)) {
                newest = since.look();
            } else {
                later.add(since);
            }
        }
        latest.filter(look -> isOfUse(look, later, refreshInterval.get()))
                .ifPresent(look -> later.add(new Waiting(look, refreshInterval.get())));
        return new VisibleLooks(newest, later);
    }

    private static boolean isOfUse(Freshness look, List<Waiting> waiting, Duration refreshInterval) {
        Duration apart = refreshInterval.multipliedBy(INTERVALS).dividedBy(MOST_WAITING);
        return waiting.isEmpty()
                || !waiting.get(waiting.size() - 1)
                        .look()
                        .lookedAt()
                        .plus(apart)
                        .isAfter(look.lookedAt());
    }
}
