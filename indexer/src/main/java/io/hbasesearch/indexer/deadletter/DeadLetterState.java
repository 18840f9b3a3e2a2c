/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

/** The present state of a dead letter's row. */
public enum DeadLetterState {
    /** The index has no document of the row, only its stub or nothing at all. */
    OPEN,
    /** The row has a document again, or is gone. */
    HEALED,
    /** The event names no row: there is nothing to read again. */
    NO_ROW,
    /** The index cannot be queried. */
    UNKNOWN
}
