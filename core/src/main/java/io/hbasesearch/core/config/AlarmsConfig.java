/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.Objects;

/**
 * Thresholds at which an indexer warns of a backlog of edits, or of events that may be deleted before it has read them.
 *
 * @param interval between two checks of HBase's and Kafka's backlog
 * @param walBacklogAge the age of the oldest edit that waits in HBase's logs, or the time that a peer has been disabled
 * @param kafkaHeadroom the least time until the topic's retention may delete an unread event; half of the retention if that is less
 */
public record AlarmsConfig(Duration interval, Duration walBacklogAge, Duration kafkaHeadroom) {
    public static final AlarmsConfig DEFAULT =
            new AlarmsConfig(Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofHours(24));

    public AlarmsConfig {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(walBacklogAge, "walBacklogAge");
        Objects.requireNonNull(kafkaHeadroom, "kafkaHeadroom");
    }
}
