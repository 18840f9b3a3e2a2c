/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;

/**
 * Settings of the scrub, which finds differences that no event announces, for each index.
 *
 * @param enabled true if the indexer that has partition 0 of an index repeatedly compares it with its table
 * @param rowsPerSecond the most rows compared per second
 * @param pauseBetweenPasses from the end of one pass to the next; the first begins as long after the start, but after a minute at
 *     most
 * @param settle the wait before a difference is checked again; it counts after five checks
 * @param bulkLoadRowsPerSecond the most rows compared per second after a bulk load, even if the scrub is not enabled
 * @param maxGonePercent the share of an index's documents that a pass may find without a row. If there are more, and more than
 *     1,000, the pass stops deleting them: a lost permission looks like missing rows. 100 for no limit
 */
public record ScrubConfig(
        boolean enabled,
        int rowsPerSecond,
        Duration pauseBetweenPasses,
        Duration settle,
        int bulkLoadRowsPerSecond,
        int maxGonePercent) {}
