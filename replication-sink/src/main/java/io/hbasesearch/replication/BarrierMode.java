/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** How an edit becomes readable before it is announced. */
public enum BarrierMode {
    /** Wait for the region's read point; where regions cannot be reached, {@link #SETTLE}. */
    REGION("region"),
    /** Wait a fixed time after the edit was written. Weaker: an edit that stays invisible for longer may be missed. */
    SETTLE("settle"),
    /** Do not wait. Loses edits: it exists to show what the barrier is for. */
    UNSAFE_OFF("unsafe-off");

    private final String text;

    BarrierMode(String text) {
        this.text = text;
    }

    /** As it is written in the configuration. */
    @Override
    public String toString() {
        return text;
    }
}
