/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import java.time.Duration;

/**
 * The time until which new questions are sent: one deadline for all parts of a site. A question in progress has its own
 * timeout. Immutable.
 *
 * @param whole the time from the first question on
 * @param atNanos the deadline by {@link System#nanoTime()}
 */
record Deadline(Duration whole, long atNanos) {
    static Deadline in(Duration whole) {
        return new Deadline(whole, System.nanoTime() + whole.toNanos());
    }

    boolean isOver() {
        return System.nanoTime() - atNanos >= 0;
    }
}
