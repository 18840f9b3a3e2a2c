/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/**
 * The topic that an index is fed from, as it was when the index was created.
 *
 * @param complete whether every row of the table is announced in the topic, so that nothing has to be backfilled
 */
public record IndexSource(String topic, String topicId, int partitions, int epoch, boolean complete) {
    public IndexSource {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(topicId, "topicId");
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be at least 1, not " + partitions);
        }
    }

    /** A source of a table that had rows before. */
    public IndexSource(String topic, String topicId, int partitions, int epoch) {
        this(topic, topicId, partitions, epoch, false);
    }
}
