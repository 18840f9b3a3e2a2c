/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a date is written.
 *
 * @param pattern a {@link java.time.format.DateTimeFormatter} pattern, of numbers by their digits; null means ISO 8601 for
 *     texts and {@code unit} for numbers
 * @param zone where dates are that name no zone themselves
 * @param unit of numbers without a pattern
 */
public record DateForm(@Nullable String pattern, ZoneId zone, DateUnit unit) {
    /** What is meant where nothing is said. */
    public static final DateForm DEFAULT = new DateForm(null, ZoneOffset.UTC, DateUnit.MILLIS);

    public DateForm {
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(unit, "unit");
    }
}
