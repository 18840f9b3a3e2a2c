/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * What somebody's clock has shown, and when that was by ours. Immutable.
 *
 * @param machine whose clock it is
 * @param told what it has shown
 * @param earliest before this moment of ours it was not read
 * @param latest after this moment of ours it was not read
 */
public record Reading(String machine, Instant told, Instant earliest, Instant latest) {
    public Reading {
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(told, "told");
        Objects.requireNonNull(earliest, "earliest");
        Objects.requireNonNull(latest, "latest");
    }

    /** By how much it is ahead of ours at least; negative if it is behind, zero if the two may agree. */
    public Duration skew() {
        if (told.isAfter(latest)) {
            return Duration.between(latest, told);
        }
        return told.isBefore(earliest) ? Duration.between(earliest, told) : Duration.ZERO;
    }
}
