/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The format of a date.
 *
 * @param pattern a {@link java.time.format.DateTimeFormatter} pattern, which reads the digits of numbers; null means ISO 8601 for
 *     texts and {@code unit} for numbers
 * @param zone of dates without a zone
 * @param unit of numbers without a pattern
 */
public record DateForm(@Nullable String pattern, ZoneId zone, DateUnit unit) {
    /** The default. */
    public static final DateForm DEFAULT = new DateForm(null, ZoneOffset.UTC, DateUnit.MILLIS);

    public DateForm {
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(unit, "unit");
    }
}
