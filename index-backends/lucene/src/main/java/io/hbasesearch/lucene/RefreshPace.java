/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.time.Duration;

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
    private boolean catchingUp;
    /** Since the last refresh: what was added meanwhile is not visible sooner because nothing waits any more. */
    private Duration longest = Duration.ZERO;

    synchronized void fill(boolean filled) {
        filling = filled;
        longest = longest();
    }

    synchronized void catchUp(boolean behind) {
        catchingUp = behind;
        longest = longest();
    }

    /** From one refresh to the next, at least. */
    synchronized Duration between() {
        if (filling) {
            return FILLING;
        }
        return catchingUp ? CATCHING_UP : Duration.ZERO;
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
