/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.gateway.request.KeyFormat;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the values of {@code --key-format}, and formats the error for a key in another format. */
public final class KeyFormats implements ITypeConverter<KeyFormat> {
    @Override
    public KeyFormat convert(String name) {
        return KeyFormat.of(name.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new TypeConversionException(
                        "'" + name + "' is not one of " + String.join(", ", KeyFormat.names())));
    }

    public static String refusal(String option, KeyFormat format, IllegalArgumentException reason) {
        return option + ": not a row key in format " + format.parameter() + ": " + reason.getMessage()
                + "; --key-format accepts " + String.join(", ", KeyFormat.names());
    }
}
