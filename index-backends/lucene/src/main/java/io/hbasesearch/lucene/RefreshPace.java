/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * How long an index leaves what was added invisible, beyond the interval that is configured. Each refresh makes a segment of whatever has come
 * by then, and segments have to be merged. Safe for use by several threads; nobody waits for long.
 */
final class RefreshPace {
    /** Nobody waits to see what is being filled. */
    static final Duration FILLING = Duration.ofSeconds(5);
    /** What comes late anyway may be a little later: as often as Elasticsearch does by default. */
    static final Duration CATCHING_UP = Duration.ofSeconds(1);

    private boolean filling;
    private final Set<Object> behind = new HashSet<>();
    /** Since the last refresh: what was added meanwhile is not visible sooner because nothing waits any more. */
    private Duration longest = Duration.ZERO;

    synchronized void fill(boolean filled) {
        filling = filled;
        longest = longest();
    }

    /** @param writer one of those that the index has: one that is behind is enough */
    synchronized void catchUp(Object writer, boolean isBehind) {
        if (isBehind) {
            behind.add(writer);
        } else {
            behind.remove(writer);
        }
        longest = longest();
    }

    /** From one refresh to the next, at least. */
    synchronized Duration between() {
        if (filling) {
            return FILLING;
        }
        return behind.isEmpty() ? Duration.ZERO : CATCHING_UP;
    }

    /** The longest that may have held for anything that is not visible yet. */
    synchronized Duration longest() {
        Duration now = between();
        return now.compareTo(longest) > 0 ? now : longest;
    }

    synchronized void refreshed() {
        longest = between();
    }
}
