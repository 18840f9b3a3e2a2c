/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.yaml.Units;
import java.time.DateTimeException;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a moment as people write it: {@code 2026-11-21T10:00:00Z}, or {@code 2h} for two hours ago. */
public final class PointInTime implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return ago(text);
        }
    }

    private static Instant ago(String text) {
        try {
            return Instant.now().minus(Units.parseDuration(text));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new TypeConversionException(
                    "'" + text
                            + "' is neither a time such as 2026-11-21T10:00:00Z nor a duration before now such as 30m, 12h or 2d");
        }
    }
}
