/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

/** Receives the results of a verification. Called by one thread at a time; a slow listener delays the comparison. */
public interface VerifyListener {
    /** Reports the counts so far, at intervals. */
    default void progress(VerifyReport soFar) {}

    /**
     * Reports a difference that counts.
     *
     * @param confirmed false if it was not rechecked, as too many were waiting
     */
    default void difference(Difference difference, boolean confirmed) {}

    /** Reports that a difference no longer exists: its row was touched, and an indexer has written it. */
    default void repaired(Difference difference) {}

    /** Reports that a difference still exists and is no longer waited for. */
    default void unrepaired(Difference difference, String reason) {}

    /** Returns a listener that does nothing. */
    static VerifyListener none() {
        return new VerifyListener() {};
    }
}
