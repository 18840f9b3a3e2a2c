/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;

/** The topic that an index is fed from, as it was when the index was created. */
public record IndexSource(String topic, String topicId, int partitions, int epoch) {
    public IndexSource {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(topicId, "topicId");
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be at least 1, not " + partitions);
        }
    }
}
