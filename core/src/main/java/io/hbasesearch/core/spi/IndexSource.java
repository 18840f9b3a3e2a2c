/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/**
 * The source topic of an index, as of the index's creation.
 *
 * @param complete true if the topic announces every row of the table, so that no backfill is needed
 */
public record IndexSource(String topic, String topicId, int partitions, int epoch, boolean complete) {
    public IndexSource {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(topicId, "topicId");
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be at least 1, not " + partitions);
        }
    }

    /** Creates the source of a table that had rows before the topic. */
    public IndexSource(String topic, String topicId, int partitions, int epoch) {
        this(topic, topicId, partitions, epoch, false);
    }
}
