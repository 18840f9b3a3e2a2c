/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.Set;

/** Kafka client properties on which the correctness of the index depends. */
final class KafkaProperties {
    private static final Set<String> OURS = Set.of(
            "bootstrap.servers",
            "group.id",
            "group.instance.id",
            "enable.auto.commit",
            "auto.offset.reset",
            "key.deserializer",
            "value.deserializer",
            "key.serializer",
            "value.serializer",
            "max.poll.records",
            "acks",
            "enable.idempotence",
            "max.in.flight.requests.per.connection",
            "transactional.id",
            "partitioner.class");

    private KafkaProperties() {}

    static boolean isOurs(String property) {
        return OURS.contains(property);
    }
}
