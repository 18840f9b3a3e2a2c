/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.time.Duration;
import java.util.Objects;

/**
 * When an indexer warns that edits pile up before it, or may be deleted before it has read them.
 *
 * @param interval between two looks at HBase's and Kafka's backlog
 * @param walBacklogAge of the oldest edit that waits in HBase's logs, or how long a peer may be disabled
 * @param kafkaHeadroom the least time until the topic's retention may delete an event that was not read; half of the
 *     retention where that is less
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
