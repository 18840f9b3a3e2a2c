/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/**
 * What a run has done. What is repeated after a crash counts again.
 *
 * @param rows that scans returned
 * @param bytes of their keys and values
 * @param written documents and stubs that the index took
 * @param superseded of which the index had a newer version: success
 * @param failed rows that have a stub and a dead letter in place of a document
 * @param touched documents without a row that was scanned: announced, so that indexers look at their rows
 * @param placeless things in the index that stand in no row's place; nothing here reaches them
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
