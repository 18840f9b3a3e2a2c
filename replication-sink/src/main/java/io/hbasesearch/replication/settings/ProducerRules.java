/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Decides which of a Kafka producer's properties a peer may set, and which the endpoint sets itself. */
public final class ProducerRules {
    /** Values without which edits could be lost, reordered within a row's partition, or a native library loaded. */
    public static final Map<String, String> FIXED = fixed();

    private static final Set<String> OWN = Collections.unmodifiableSet(new HashSet<>(Arrays.asList(
            "key.serializer", "value.serializer", "partitioner.class", "transactional.id", "interceptor.classes")));

    private ProducerRules() {}

    private static Map<String, String> fixed() {
        Map<String, String> fixed = new HashMap<>();
        fixed.put("acks", "all");
        fixed.put("enable.idempotence", "true");
        // Client telemetry would compress with any native codec that the broker prefers.
        fixed.put("enable.metrics.push", "false");
        return Collections.unmodifiableMap(fixed);
    }

    /** @throws IllegalArgumentException naming the rule that {@code value} breaks; never the value of a secret */
    public static void check(String property, String value) {
        String only = FIXED.get(property);
        if (only != null && !only.equals(value.trim())) {
            throw new IllegalArgumentException("must be " + only + ", which is also its default");
        }
        if (OWN.contains(property)) {
            throw new IllegalArgumentException("is set by the endpoint itself; leave it out");
        }
        if (property.equals("compression.type")
                && !value.trim().equals("none")
                && !value.trim().equals("gzip")) {
            throw new IllegalArgumentException("must be none or gzip, not '" + value
                    + "': other codecs need native libraries that HBase does not have");
        }
        if (property.equals("bootstrap.servers")) {
            throw new IllegalArgumentException("belongs in the peer's configuration, not in the file");
        }
    }
}
