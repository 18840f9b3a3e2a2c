/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.SuggestResponse;
import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "suggest", description = "Show the most frequent values of a keyword field with a prefix.")
public final class SuggestCommand extends BaseCommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Parameters(index = "1", paramLabel = "FIELD", description = "A keyword field.")
    private String field = "";

    @Parameters(index = "2", arity = "0..1", paramLabel = "PREFIX", description = "The start of the values.")
    private String prefix = "";

    @Option(names = "--size", paramLabel = "N", description = "The maximum number of values (default: 10).")
    private int size = 10;

    @Mixin
    private GatewayOption gateway = new GatewayOption();

    public SuggestCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        SuggestResponse found = gateway.client(session(), OneIndex.require(spec().commandLine(), index))
                .suggest(index, field, prefix, size);
        console()
                .result(Result.rows(
                        "values",
                        List.of("value", "rows"),
                        found.values().stream()
                                .map(each -> Result.row("value", each.value(), "rows", each.count()))
                                .toList()));
        if (found.timedOut()) {
            console().warn("the index did not finish in time: values may be missing");
            return ExitCode.TIMED_OUT;
        }
        console().hint("Search for one: hbase-search search " + index + " '" + field + ":VALUE'");
        return ExitCode.DONE;
    }
}
