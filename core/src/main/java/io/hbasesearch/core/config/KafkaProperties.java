/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.Set;
import java.util.regex.Pattern;

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

    /** A login module with a keytab has a file's name, and no secret. */
    private static final String LOGIN = "sasl.jaas.config";

    private static final Pattern SECRET_OPTION = Pattern.compile("(?i)(password|secret|token)\\w*\\s*=");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(password|secret|\\.key$|basic\\.auth\\.user\\.info).*");

    private KafkaProperties() {}

    /** Tells if a property holds a secret itself, not the name of a file that does. */
    static boolean isSecret(String property, String value) {
        return property.endsWith(LOGIN)
                ? SECRET_OPTION.matcher(value).find()
                : SECRET_NAME.matcher(property).matches();
    }

    static boolean isOurs(String property) {
        return OURS.contains(property);
    }
}
