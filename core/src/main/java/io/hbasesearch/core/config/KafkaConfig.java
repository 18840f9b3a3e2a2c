/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The configuration of the Kafka client.
 *
 * @param properties any Kafka client property, security settings for instance; their values are redacted when shown
 */
public record KafkaConfig(String bootstrapServers, Map<String, Secret> properties) {
    public KafkaConfig {
        properties = Map.copyOf(properties);
    }

    /** Returns the properties of a Kafka client: {@code bootstrap.servers} and the others, in clear text. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> client = properties.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        property -> property.getValue().value(),
                        (first, second) -> second,
                        HashMap::new));
        client.put("bootstrap.servers", bootstrapServers);
        return client;
    }
}
