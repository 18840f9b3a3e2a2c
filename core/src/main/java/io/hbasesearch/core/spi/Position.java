/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The position of an index in one partition.
 *
 * @param nextOffset the first offset that is not yet in the index
 * @param leaderEpoch of the last record before it, so that a truncated log is detected
 */
public record Position(long nextOffset, OptionalInt leaderEpoch) {
    public Position {
        Objects.requireNonNull(leaderEpoch, "leaderEpoch");
        if (nextOffset < 0) {
            throw new IllegalArgumentException("an offset is not negative: " + nextOffset);
        }
    }
}
