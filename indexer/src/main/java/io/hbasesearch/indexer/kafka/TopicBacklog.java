/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An index's lag in its topic, and how close the topic is to deleting unread events. An event that is deleted unread is lost to the
 * index, which then stops.
 *
 * @param unreadEvents events not yet committed, in all partitions
 * @param headroomEvents number of events between the topic's beginning and the first unread event, in the partition where they are
 *     fewest; negative if unread events are gone
 * @param retention of the topic; empty if it keeps everything
 * @param headroom the time until retention may delete the first unread event; the whole retention if nothing is unread, empty if
 *     the topic keeps everything
 * @param retentionBytes of one partition; empty if there is no such limit
 * @param headroomBytes the part of that limit that unread events do not fill, in the fullest partition: an estimate. Empty without
 *     a limit
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

    /** Returns whether unread events are gone: the index has stopped, or will. */
    public boolean isLost() {
        return headroomEvents < 0;
    }

    /** Returns whether unread events fill more than half of the topic's size limit. */
    public boolean isScarceOfBytes() {
        return headroomBytes.isPresent() && headroomBytes.getAsLong() < retentionBytes.orElse(0) / 2;
    }
}
