/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/**
 * Counters of a run. Work that is repeated after a crash is counted again.
 *
 * @param rows rows that scans returned
 * @param bytes bytes of their keys and values
 * @param written documents and stubs that the index accepted
 * @param superseded operations for which the index already had a newer version: success
 * @param failed rows that have a stub and a dead letter in place of a document
 * @param touched documents whose row no scan returned: announced, so that indexers read their rows
 * @param placeless documents whose ID belongs to no row; a reindex cannot reach them
 */
public record Counts(long rows, long bytes, long written, long superseded, long failed, long touched, long placeless) {
    public static Counts none() {
        return new Counts(0, 0, 0, 0, 0, 0, 0);
    }

    public Counts plus(Counts other) {
        return new Counts(
                rows + other.rows,
                bytes + other.bytes,
                written + other.written,
                superseded + other.superseded,
                failed + other.failed,
                touched + other.touched,
                placeless + other.placeless);
    }
}
