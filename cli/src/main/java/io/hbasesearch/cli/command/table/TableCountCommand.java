/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.table.TableAdmin;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "count", description = "Count rows, by reading the first cell of each without its value.")
final class TableCountCommand extends TableVerb {
    @Mixin
    private final KeyBounds bounds = new KeyBounds();

    TableCountCommand(Session session) {
        super(session);
    }

    @Override
    void checkOptions() {
        bounds.range();
    }

    @Override
    int run(TableAdmin tables) throws Exception {
        tables.require(table(), Set.of());
        long rows;
        try (Progress progress = Progress.counting(console(), "Counting", "rows")) {
            rows = Stoppable.call(
                    session(),
                    "the rows were not all counted",
                    "Count a part of the table with --start and --stop, or run the command again.",
                    () -> tables.count(
                            table(),
                            bounds.range(),
                            (counted, region, regions) ->
                                    progress.update(counted, "region " + region + " of " + regions)));
            progress.update(rows, "");
            progress.finish();
        }
        console()
                .result(Result.rows(
                        "counts",
                        List.of("table", "rows"),
                        List.of(Result.row("table", table().toString(), "rows", rows))));
        return ExitCode.DONE;
    }
}
