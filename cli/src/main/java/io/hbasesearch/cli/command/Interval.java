/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.yaml.Units;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a length of time as people write it: {@code 90s}. */
public final class Interval implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return Units.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is not a duration such as 90s, 5m or 1h");
        }
    }
}
