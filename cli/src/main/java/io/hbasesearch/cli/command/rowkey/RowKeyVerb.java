/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.KeyFormats;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.gateway.request.KeyFormat;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The base of the {@code rowkey} commands. */
abstract class RowKeyVerb extends BaseCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A row-key specification, as in config/rowkeys.")
    private Path file = Path.of("");

    @Option(
            names = "--key-format",
            paramLabel = "FORMAT",
            defaultValue = "binary",
            converter = KeyFormats.class,
            description = "Format of keys: binary (as the HBase shell shows keys), text, hex or base64url"
                    + " (default: ${DEFAULT-VALUE}).")
    private KeyFormat keyFormat = KeyFormat.BINARY;

    RowKeyVerb(Session session) {
        super(session);
    }

    final Path file() {
        return file;
    }

    final KeyFormat keyFormat() {
        return keyFormat;
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
