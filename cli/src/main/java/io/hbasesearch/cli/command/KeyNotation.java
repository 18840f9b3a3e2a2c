/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.KeyFormats;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.request.KeyFormat;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option for the format of row keys. A mixin; for the main thread. */
final class KeyNotation {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            defaultValue = "binary",
            converter = KeyFormats.class,
            description = "Format of row keys: binary (as the HBase shell shows keys), text, hex or base64url"
                    + " (default: ${DEFAULT-VALUE}).")
    private KeyFormat format = KeyFormat.BINARY;

    /**
     * Parses a key of the command line.
     *
     * @param source the argument's name, for the message
     */
    RowKey parse(String source, String text) {
        try {
            return format.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), KeyFormats.refusal(source, format, e));
        }
    }

    /** Parses a key of a file. @throws IllegalArgumentException saying why it is none */
    RowKey parse(String text) {
        return format.parse(text);
    }

    /** Formats a key on one line. */
    String format(RowKey key) {
        return ShownCells.oneLine(format.format(key));
    }

    /** Formats a key for a command line with {@link #option}. */
    String quoted(ByteArray key) {
        return GivenOptions.quoted(ShownCells.oneLine(ofAnyKey().format(new RowKey(key))));
    }

    /** Returns the option that reads what {@link #quoted} writes, after a blank; empty for the default. */
    String option() {
        return ofAnyKey() == KeyFormat.BINARY
                ? ""
                : " --key-format " + ofAnyKey().parameter();
    }

    /** Returns the format, or another if it has no form for some keys. */
    private KeyFormat ofAnyKey() {
        return format == KeyFormat.TEXT ? KeyFormat.BINARY : format;
    }
}
