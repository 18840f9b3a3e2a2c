/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.gateway.KeyFormat;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of {@code --key-format}, and what is said about a key that is not written so. */
final class KeyFormats implements ITypeConverter<KeyFormat> {
    @Override
    public KeyFormat convert(String name) {
        return KeyFormat.of(name.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new TypeConversionException(
                        "'" + name + "' is none of " + String.join(", ", KeyFormat.names())));
    }

    static String refusal(String option, KeyFormat format, IllegalArgumentException reason) {
        return option + ": no row key in format " + format.parameter() + ": " + reason.getMessage()
                + "; --key-format takes " + String.join(", ", KeyFormat.names());
    }
}
