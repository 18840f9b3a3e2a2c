/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

/**
 * Limits second attempts to a share of all calls: each call earns a fraction of one. Only a few unused attempts are kept, so that a quiet
 * day does not pay for a surge. Safe for use by several threads.
 */
final class HedgeBudget {
    private static final int ONE = 100;
    private static final int MOST_KEPT = 10 * ONE;

    private final int share;
    private int kept;

    /** @param percent second attempts per 100 calls */
    HedgeBudget(int percent) {
        this.share = percent;
    }

    synchronized void earn() {
        kept = Math.min(MOST_KEPT, kept + share);
    }

    /** Takes one second attempt from the budget; returns false if none is available. */
    synchronized boolean spend() {
        if (kept < ONE) {
            return false;
        }
        kept -= ONE;
        return true;
    }

    /** Returns an attempt that was not made. */
    synchronized void giveBack() {
        kept += ONE;
    }
}
