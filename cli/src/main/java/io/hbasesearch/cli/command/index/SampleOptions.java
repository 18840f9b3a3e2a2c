/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.core.model.TableId;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads the table that a first definition is made of, the name of its index, and the size of the sample. A mixin; for the main thread. */
final class SampleOptions {
    private static final Pattern INDEX_NAME = Pattern.compile("[a-z][a-z0-9_-]{0,99}");
    private static final int MOST_ROWS = 100_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            paramLabel = "TABLE",
            converter = TableConverter.class,
            description = "A table, as table or namespace:table.")
    private @Nullable TableId table;

    @Option(
            names = "--name",
            paramLabel = "INDEX",
            description = "The index's name (default: that of the table's definition, else derived from the table's).")
    private @Nullable String name;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The most rows to sample (default: ${DEFAULT-VALUE}).")
    private int rows;

    TableId table() {
        return Objects.requireNonNull(table, "TABLE");
    }

    /** Returns the name that was asked for; null for the default. */
    @Nullable
    String name() {
        return name;
    }

    int rows() {
        return rows;
    }

    /** @throws ParameterException if no index can have this name, or the sample would be empty or too large */
    void check(String index) {
        if (!INDEX_NAME.matcher(index).matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--name must be 1 to 100 lower-case letters, digits, - and _, starting with a letter, not '" + index
                            + "'");
        }
        if (rows < 1 || rows > MOST_ROWS) {
            throw new ParameterException(spec.commandLine(), "--rows must be from 1 to " + MOST_ROWS);
        }
    }
}
