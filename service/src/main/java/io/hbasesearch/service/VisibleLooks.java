/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.row.FreshnessSource.Freshness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one index, and the newest that may be published: an edit that was indexed at a measurement is
 * acknowledged, but no search shows it before the search view is refreshed. So a measurement is published once the view was
 * certainly refreshed. Immutable.
 *
 * @param told the newest publishable measurement; null if there is none yet
 * @param waiting the later ones, the oldest first
 */
record VisibleLooks(@Nullable Freshness told, List<Waiting> waiting) {
    /** A refresh starts an interval after the last one has ended, and takes time, too. */
    private static final int INTERVALS = 2;

    /** The approximate number of waiting measurements, however long the interval is: keeping all could mean thousands. */
    private static final int MOST_WAITING = 8;

    VisibleLooks {
        waiting = List.copyOf(waiting);
    }

    /** @param interval the longest between two refreshes since the measurement */
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
     * Returns the state after another measurement.
     *
     * @param latest empty if the measurement failed
     * @param refreshInterval empty if searches show nothing new: then measurements are useless until refreshing resumes
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
