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
record VisibleLooks(@Nullable Freshness told, List<Freshness> waiting) {
    /** A refresh begins an interval after the last one has ended, and takes its time, too. */
    private static final int INTERVALS = 2;

    /** However long the interval is, no more looks than these wait. */
    private static final int MOST_WAITING = 8;

    VisibleLooks {
        waiting = List.copyOf(waiting);
    }

    static VisibleLooks none() {
        return new VisibleLooks(null, List.of());
    }

    /** With another look, where one more is of use: if all were kept, they would be thousands. */
    VisibleLooks with(Freshness look, Optional<Duration> refreshInterval) {
        Duration apart =
                refreshInterval.orElse(Duration.ZERO).multipliedBy(INTERVALS).dividedBy(MOST_WAITING);
        boolean isFull = waiting.size() > MOST_WAITING;
        boolean isClose = !waiting.isEmpty()
                && waiting.get(waiting.size() - 1).lookedAt().plus(apart).isAfter(look.lookedAt());
        if (isFull || isClose) {
            return this;
        }
        List<Freshness> more = new ArrayList<>(waiting);
        more.add(look);
        return new VisibleLooks(told, more);
    }

    /** @param refreshInterval empty if searches show nothing new: then what may be told stays as it is */
    VisibleLooks at(Instant now, Optional<Duration> refreshInterval) {
        if (refreshInterval.isEmpty()) {
            return this;
        }
        Instant visible = now.minus(refreshInterval.get().multipliedBy(INTERVALS));
        Freshness newest = told;
        List<Freshness> later = new ArrayList<>();
        for (Freshness look : waiting) {
            if (look.lookedAt().isAfter(visible)) {
                later.add(look);
            } else {
                newest = look;
            }
        }
        return new VisibleLooks(newest, later);
    }
}
