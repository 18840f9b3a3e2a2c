/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The base of the {@code rowkey} commands. */
abstract class RowKeyVerb extends BaseCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A row-key specification, as in config/rowkeys.")
    private Path file = Path.of("");

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    RowKeyVerb(Session session) {
        super(session);
    }

    final Path file() {
        return file;
    }

    final KeyNotation keys() {
        return keys;
    }

    /** @return the exit code */
    abstract int run(RowKeySpec spec);

    @Override
    public final Integer call() {
        RowKeySpec spec = new RowKeySpecReader(session().environment()).readFile(file);
        try {
            return run(spec);
        } catch (UnfitValueException e) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    String.valueOf(e.getMessage()),
                    "See the fields and their types in " + file + ".",
                    e);
        }
    }
}
