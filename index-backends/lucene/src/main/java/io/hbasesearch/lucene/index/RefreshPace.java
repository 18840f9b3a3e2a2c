/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Determines how long new documents of an index stay invisible, beyond the configured interval. Each refresh creates a segment,
 * and segments have to be merged. Safe for use by several threads; locks are held briefly.
 */
final class RefreshPace {
    /** Delay while the index is filled, when it has no readers. */
    static final Duration FILLING = Duration.ofSeconds(5);
    /** Delay while writers lag: late documents may be a little later; Elasticsearch's default interval. */
    static final Duration CATCHING_UP = Duration.ofSeconds(1);

    private boolean filling;
    private final Set<Object> behind = new HashSet<>();
    /**
     * The longest delay since the last refresh: documents added meanwhile do not become visible sooner because the lag has
     * ended.
     */
    private Duration longest = Duration.ZERO;

    synchronized void fill(boolean filled) {
        filling = filled;
        longest = longest();
    }

    /** @param writer of the index: one that lags is enough */
    synchronized void catchUp(Object writer, boolean isBehind) {
        if (isBehind) {
            behind.add(writer);
        } else {
            behind.remove(writer);
        }
        longest = longest();
    }

    /** Returns the minimum time between refreshes. */
    synchronized Duration between() {
        if (filling) {
            return FILLING;
        }
        return behind.isEmpty() ? Duration.ZERO : CATCHING_UP;
    }

    /** Returns the longest delay that may apply to any invisible document. */
    synchronized Duration longest() {
        Duration now = between();
        return now.compareTo(longest) > 0 ? now : longest;
    }

    synchronized void refreshed() {
        longest = between();
    }
}
