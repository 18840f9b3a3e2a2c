/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.TopicName;

/** Destination of a table's events: its topic in an epoch, and that topic's fixed partition count. Immutable. */
public final class TableRoute {
    private final TopicName topic;
    private final String topicName;
    private final int partitions;

    /**
     * @param partitions the topic's partition count, at least 1
     * @throws IllegalArgumentException if the epoch, the name or the count is out of range
     */
    public TableRoute(String namespace, String table, int epoch, int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be at least 1, not " + partitions);
        }
        this.topic = TopicName.of(namespace, table, epoch);
        this.topicName = topic.toString();
        this.partitions = partitions;
    }

    public TopicName topic() {
        return topic;
    }

    public int partitions() {
        return partitions;
    }

    public String topicName() {
        return topicName;
    }

    public int partitionOf(byte[] row) {
        return RowPartition.of(row, partitions);
    }

    /** Returns {@code namespace:table=epoch/partitions}, as in the configuration. */
    @Override
    public String toString() {
        return topic.namespace() + ":" + topic.table() + "=" + topic.epoch() + "/" + partitions;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableRoute && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}
