/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.administration.table.TypedColumn;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.TableConverter;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.model.TableId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The base of the {@code table} commands for one table. */
abstract class TableVerb extends BaseCommand {
    @Parameters(
            index = "0",
            paramLabel = "TABLE",
            converter = TableConverter.class,
            description = "A table, as table or namespace:table.")
    private @Nullable TableId table;

    TableVerb(Session session) {
        super(session);
    }

    final TableId table() {
        return Objects.requireNonNull(table, "TABLE");
    }

    /** Returns the table's name as users write it. */
    final String name() {
        return TableAdmin.name(table());
    }

    /** Rejects invalid arguments before HBase is asked. */
    void checkOptions() {}

    /** @return the exit code */
    abstract int run(TableAdmin tables) throws Exception;

    @Override
    public final Integer call() throws Exception {
        checkOptions();
        try (TableAdmin tables = new TableAdmin(session().config().hbase())) {
            return run(tables);
        }
    }

    static String counted(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    final TypedColumn column(String text) {
        try {
            return TypedColumn.parse(text);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    final ParameterException refused(String reason) {
        return new ParameterException(spec().commandLine(), reason);
    }
}
