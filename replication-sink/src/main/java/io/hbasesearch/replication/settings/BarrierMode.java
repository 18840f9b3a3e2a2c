/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

/** Ways to ensure that an edit is readable before it is announced. */
public enum BarrierMode {
    /** Waits for the region's read point; falls back to {@link #SETTLE} if read points are not available. */
    REGION("region"),
    /** Waits a fixed time after the edit was written. Weaker: an edit that stays invisible for longer may be missed. */
    SETTLE("settle"),
    /** Does not wait. Loses edits; exists only to show the purpose of the barrier. */
    UNSAFE_OFF("unsafe-off");

    private final String text;

    BarrierMode(String text) {
        this.text = text;
    }

    /** Returns the mode as the configuration writes it. */
    @Override
    public String toString() {
        return text;
    }
}
