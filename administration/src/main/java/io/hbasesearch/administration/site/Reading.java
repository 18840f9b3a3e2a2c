/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A reading of another machine's clock, with the interval of this machine's clock in which it was taken. Immutable.
 *
 * @param machine whose clock it is
 * @param told the time that it has shown
 * @param earliest the local time before which it was not read
 * @param latest the local time after which it was not read
 */
public record Reading(String machine, Instant told, Instant earliest, Instant latest) {
    public Reading {
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(told, "told");
        Objects.requireNonNull(earliest, "earliest");
        Objects.requireNonNull(latest, "latest");
    }

    /** Returns by how much it is ahead of the local clock at least; negative if it is behind, zero if the two may agree. */
    public Duration skew() {
        if (told.isAfter(latest)) {
            return Duration.between(latest, told);
        }
        return told.isBefore(earliest) ? Duration.between(earliest, told) : Duration.ZERO;
    }
}
