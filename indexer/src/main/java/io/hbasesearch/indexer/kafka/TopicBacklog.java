/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far an index is behind in its topic, and how near its topic is to forgetting what it has not read. An event that is
 * deleted unread is lost to the index: it stops.
 *
 * @param unreadEvents not yet committed, in all partitions
 * @param headroomEvents between the topic's beginning and the first unread event, in the partition where they are fewest;
 *     negative if unread events are gone
 * @param retention of the topic; empty if it keeps everything
 * @param headroom the time until retention may delete the first unread event; the whole retention if nothing is unread, empty
 *     if the topic keeps everything
 * @param retentionBytes of one partition; empty if there is no such limit
 * @param headroomBytes of that limit, what unread events do not fill, in the fullest partition: an estimate. Empty without one
 */
public record TopicBacklog(
        long unreadEvents,
        long headroomEvents,
        Optional<Duration> retention,
        Optional<Duration> headroom,
        OptionalLong retentionBytes,
        OptionalLong headroomBytes) {
    public TopicBacklog {
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(headroom, "headroom");
        Objects.requireNonNull(retentionBytes, "retentionBytes");
        Objects.requireNonNull(headroomBytes, "headroomBytes");
    }

    /** Events that the index has not read are gone: it has stopped, or will. */
    public boolean isLost() {
        return headroomEvents < 0;
    }

    /** Unread events fill more than half of what the topic keeps by its size. */
    public boolean isScarceOfBytes() {
        return headroomBytes.isPresent() && headroomBytes.getAsLong() < retentionBytes.orElse(0) / 2;
    }
}
