/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.deadletter;

/** What has become of a letter's row since. */
public enum DeadLetterState {
    /** The index has no document of the row, but its stub or nothing at all. */
    OPEN,
    /** The row has a document again, or is gone. */
    HEALED,
    /** The event tells of no row: there is nothing to read again. */
    NO_ROW,
    /** The index cannot be asked. */
    UNKNOWN
}
