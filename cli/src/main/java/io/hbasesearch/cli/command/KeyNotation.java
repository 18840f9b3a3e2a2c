/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.request.KeyFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads and prints row keys in every command, in one notation: what one command prints, any other reads with the same
 * {@link #option}, and in the default notation the HBase shell does, too. A mixin; for the main thread.
 */
public final class KeyNotation {
    /** Formats by the names that {@code --key-format} shows; those of the gateway's {@code key_format} are accepted, too. */
    private static final Map<String, KeyFormat> NAMES = Map.of(
            "hbase", KeyFormat.BINARY,
            "text", KeyFormat.TEXT,
            "hex", KeyFormat.HEX,
            "base64", KeyFormat.BASE64URL);

    private static final Pattern ESCAPE = Pattern.compile("\\\\x\\p{XDigit}{2}");

    private static final String ACCEPTED = "hbase, text, hex, base64";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            defaultValue = "hbase",
            converter = Formats.class,
            description = "Notation of row keys, those that are given and those that are shown: hbase (as in the HBase"
                    + " shell, with \\x00 for a zero byte), text, hex or base64 (default: ${DEFAULT-VALUE}).")
    private KeyFormat format = KeyFormat.BINARY;

    static final class Formats implements ITypeConverter<KeyFormat> {
        @Override
        public KeyFormat convert(String name) {
            String plain = name.toLowerCase(Locale.ROOT);
            KeyFormat named = NAMES.get(plain);
            return named != null
                    ? named
                    : KeyFormat.of(plain)
                            .orElseThrow(() -> new TypeConversionException("'" + name + "' is not one of " + ACCEPTED));
        }
    }

    /**
     * Parses a key of the command line.
     *
     * @param source the argument's name, for the message
     */
    public RowKey parse(String source, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    source + ": not a row key in format " + name(format) + ": " + e.getMessage()
                            + "; --key-format accepts " + ACCEPTED);
        }
    }

    /** Parses a key of a file. @throws IllegalArgumentException saying why it is none */
    public RowKey parse(String text) {
        if (format == KeyFormat.TEXT && ESCAPE.matcher(text).find()) {
            // It is shown so, too, for a key that is not text: as these characters it would name another row.
            throw new IllegalArgumentException("\\xHH is no byte in text, use --key-format hbase");
        }
        return format.parse(
                format == KeyFormat.BASE64URL ? text.replace('+', '-').replace('/', '_') : text);
    }

    /** Parses a key or a part of one that bounds a range; empty for none. */
    public ByteArray bound(String source, String text) {
        return text.isEmpty() ? ByteArray.empty() : parse(source, text).bytes();
    }

    /** Formats a key on one line, so that {@link #parse} reads it with the same option, or refuses it and names another one. */
    public String format(RowKey key) {
        return shown(format.format(key), format);
    }

    /** Returns a key as {@link #format} does. @param text of the key, as the gateway formats it */
    public String shown(String text) {
        return shown(text, format);
    }

    /** Replaces a minus at the beginning, which would make the key an option. */
    private static String shown(String text, KeyFormat format) {
        String line = oneLine(text);
        if (!line.startsWith("-")) {
            return line;
        }
        return switch (format) {
            case BINARY -> "\\x2D" + line.substring(1);
            case BASE64URL -> "+" + line.substring(1);
            case TEXT, HEX -> line;
        };
    }

    /** Returns the value of the gateway's {@code key_format} for this notation. */
    public String gatewayName() {
        return format.parameter();
    }

    /** Formats a key as {@code hbase} does, on one line. */
    public static String hbase(RowKey key) {
        return oneLine(KeyFormat.BINARY.format(key));
    }

    /** Formats a key for a command line with {@link #option}. */
    public String quoted(ByteArray key) {
        return GivenOptions.quoted(shown(ofAnyKey().format(new RowKey(key)), ofAnyKey())
                .replace("'", ofAnyKey() == KeyFormat.BINARY ? "\\x27" : "'"));
    }

    /** Returns the option that reads what {@link #quoted} writes, after a blank; empty for the default. */
    public String option() {
        return ofAnyKey() == KeyFormat.BINARY ? "" : " --key-format " + name(ofAnyKey());
    }

    /** Returns the format, or another if it has no form for some keys. */
    private KeyFormat ofAnyKey() {
        return format == KeyFormat.TEXT ? KeyFormat.BINARY : format;
    }

    private static String name(KeyFormat format) {
        return NAMES.entrySet().stream()
                .filter(each -> each.getValue() == format)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /** Escapes what would end a line or shift it, so that a text is one line. */
    public static String oneLine(String text) {
        return text.replace("\t", "\\x09").replace("\n", "\\x0A").replace("\r", "\\x0D");
    }
}
