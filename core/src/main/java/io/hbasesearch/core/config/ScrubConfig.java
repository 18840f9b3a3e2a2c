/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;

/**
 * How indexers look for what no event announces, for each index.
 *
 * @param enabled whether the indexer that has partition 0 of an index compares it with its table, again and again
 * @param rowsPerSecond the most rows that are compared in a second
 * @param pauseBetweenPasses how long after the end of one pass the next begins; the first begins as long after the start, but
 *     after a minute at most
 * @param settle how long a difference is left alone before it is looked at again; it counts after five looks
 * @param bulkLoadRowsPerSecond the most rows that are compared in a second after a bulk load, which happens also where the
 *     scrub is not enabled
 * @param mostGonePercent of an index's documents that a pass may find without a row, and more than 1,000 of them, before it has
 *     no more of them deleted: a lost permission looks like rows that are gone. 100 for any number
 */
public record ScrubConfig(
        boolean enabled,
        int rowsPerSecond,
        Duration pauseBetweenPasses,
        Duration settle,
        int bulkLoadRowsPerSecond,
        int mostGonePercent) {}
