/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

/** Is told what a verification does. Called by one thread at a time, and not by many: what takes long holds the comparison up. */
public interface VerifyListener {
    /** From time to time, with the counts so far. */
    default void progress(VerifyReport soFar) {}

    /**
     * Something differs and counts.
     *
     * @param confirmed false if it was not looked at again, as too many were waiting for that
     */
    default void difference(Difference difference, boolean confirmed) {}

    /** A difference that was told of before is none any more: its row was touched, and an indexer has written it. */
    default void repaired(Difference difference) {}

    /** A difference that was told of before is still one, and is not waited for any longer. */
    default void unrepaired(Difference difference, String reason) {}

    /** Who does not want to know. */
    static VerifyListener none() {
        return new VerifyListener() {};
    }
}
