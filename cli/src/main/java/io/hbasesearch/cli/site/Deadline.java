/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import java.time.Duration;

/**
 * Until when questions are asked: one for all parts of a site. What is under way then has its own end. Immutable.
 *
 * @param whole the time from the first question on
 * @param atNanos by {@link System#nanoTime()}
 */
record Deadline(Duration whole, long atNanos) {
    static Deadline in(Duration whole) {
        return new Deadline(whole, System.nanoTime() + whole.toNanos());
    }

    boolean isOver() {
        return System.nanoTime() - atNanos >= 0;
    }
}
