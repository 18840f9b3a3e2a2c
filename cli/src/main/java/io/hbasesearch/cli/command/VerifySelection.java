/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.KeyFormat;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What part of the table a verification compares, and how fast. For the main thread. */
final class VerifySelection {
    private static final int MOST_THREADS = 4;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--from", paramLabel = "KEY", description = "Compare from this row key on.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "KEY", description = "Compare up to this row key, without it.")
    private @Nullable String to;

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            converter = Format.class,
            description = "How --from and --to are written: binary (as the HBase shell shows keys; the default), text,"
                    + " hex or base64url.")
    private KeyFormat keyFormat = KeyFormat.BINARY;

    @Option(
            names = "--sample",
            paramLabel = "PERCENT",
            converter = Percent.class,
            description = "Compare about this part of the table: pieces of 900 rows, chosen at random.")
    private double sample = 1;

    @Option(
            names = "--hashes",
            description =
                    "Trust the hashes that were stored with the documents: quicker, but does not see what somebody else"
                            + " changed in the index and left the hash in place.")
    private boolean hashes;

    @Option(names = "--rate", paramLabel = "ROWS", description = "Read at most so many rows in a second.")
    private double rate;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Parts of the table that are compared at a time (default: one for each core, at most "
                    + MOST_THREADS + ").")
    private int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());

    static final class Format implements ITypeConverter<KeyFormat> {
        @Override
        public KeyFormat convert(String name) {
            return KeyFormat.of(name.toLowerCase(Locale.ROOT))
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + name + "' is none of " + String.join(", ", KeyFormat.names())));
        }
    }

    static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
            try {
                double percent = Double.parseDouble(number);
                if (percent > 0 && percent <= 100) {
                    return percent / 100;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new TypeConversionException("'" + text + "' is not a percentage above 0 and up to 100");
        }
    }

    KeyRange range() {
        KeyRange range = new KeyRange(key("--from", from), key("--to", to));
        if (range.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no key is from --from on and before --to");
        }
        return range;
    }

    boolean isByHash() {
        return hashes;
    }

    boolean isSample() {
        return sample < 1;
    }

    boolean isWholeTable() {
        return from == null && to == null;
    }

    /** How many rows will be read, of so many. */
    long expected(long rows) {
        return Math.round(rows * sample);
    }

    VerifyOptions apply(VerifyOptions options) {
        if (threads < 1 || rate < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--threads must be at least 1, and --rate must not be negative");
        }
        return options.withThreads(threads)
                .withRowsPerSecond(rate)
                .withSample(sample)
                .withHashes(hashes);
    }

    /** The options that go on at {@code start}. */
    String resumed(ByteArray start) {
        StringBuilder options = new StringBuilder();
        if (!start.isEmpty()) {
            options.append(" --from ").append(quoted(KeyFormat.BINARY.format(new RowKey(start))));
        }
        if (to != null) {
            options.append(" --to ").append(quoted(KeyFormat.BINARY.format(new RowKey(key("--to", to)))));
        }
        options.append(hashes ? " --hashes" : "");
        options.append(rate > 0 ? " --rate " + rate : "");
        options.append(isSample() ? " --sample " + sample * 100 : "");
        return options.toString();
    }

    private static String quoted(String key) {
        return key.matches("[A-Za-z0-9_./:=-]+") ? key : "'" + key.replace("'", "\\x27") + "'";
    }

    private ByteArray key(String option, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return ByteArray.empty();
        }
        try {
            return keyFormat.parse(text).bytes();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + ": this is no row key in the format "
                            + keyFormat.name().toLowerCase(Locale.ROOT) + ": " + e.getMessage()
                            + "; formats: "
                            + String.join(
                                    ", ",
                                    Arrays.stream(KeyFormat.values())
                                            .map(format -> format.name().toLowerCase(Locale.ROOT))
                                            .toList()));
        }
    }
}
