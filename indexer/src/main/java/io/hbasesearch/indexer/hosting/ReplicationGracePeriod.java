/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import io.hbasesearch.core.spi.IndexMetadata;
import java.time.Clock;
import java.time.Duration;

/**
 * The time between the creation of an index, or of a generation, and its first scan: after it, edits that an endpoint dropped
 * before it knew of the table are visible. Stateless.
 */
final class ReplicationGracePeriod {
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private ReplicationGracePeriod() {}

    /** Returns the time left, by the creator's clock: a wrong clock costs at most the delay, or removes the protection. */
    static Duration left(IndexMetadata metadata, Clock clock) {
        Duration left = Duration.between(clock.instant(), metadata.createdAt().plus(SETTLE));
        return left.compareTo(SETTLE) <= 0 && !left.isNegative() ? left : Duration.ZERO;
    }
}
