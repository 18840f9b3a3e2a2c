/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.spi.IndexMetadata;
import java.time.Clock;
import java.time.Duration;

/**
 * From the creation of an index, or of a generation, to its first scan: what an endpoint dropped before it knew of the table is
 * visible by then. Stateless.
 */
final class ReplicationGracePeriod {
    private static final Duration SETTLE = Duration.ofSeconds(10);

    private ReplicationGracePeriod() {}

    /** By the clock of who created it: one that is wrong costs no more than the delay, or brings back what it guards against. */
    static Duration left(IndexMetadata metadata, Clock clock) {
        Duration left = Duration.between(clock.instant(), metadata.createdAt().plus(SETTLE));
        return left.compareTo(SETTLE) <= 0 && !left.isNegative() ? left : Duration.ZERO;
    }
}
