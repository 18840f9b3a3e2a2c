/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

/**
 * Bounds second attempts to a share of all calls: each call earns a part of one. What was not spent is kept for a few only, so that
 * a quiet day does not pay for a storm. Safe for use by several threads.
 */
final class HedgeBudget {
    private static final int ONE = 100;
    private static final int MOST_KEPT = 10 * ONE;

    private final int share;
    private int kept;

    /** @param percent second attempts to 100 calls */
    HedgeBudget(int percent) {
        this.share = percent;
    }

    synchronized void earn() {
        kept = Math.min(MOST_KEPT, kept + share);
    }

    /** Whether a second attempt may be made; it is paid for then. */
    synchronized boolean spend() {
        if (kept < ONE) {
            return false;
        }
        kept -= ONE;
        return true;
    }

    /** For an attempt that was not made after all. */
    synchronized void giveBack() {
        kept += ONE;
    }
}
