/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.client.CountResponse;
import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "count", description = "Count the rows that match a query, through the gateway.")
public final class CountCommand extends QueryCommand {
    public CountCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        CountResponse count = client().count(oneIndex(), query());
        console()
                .result(Result.rows(
                        "counts",
                        List.of("index", "rows", "exact"),
                        List.of(Result.row(
                                "index", count.index(),
                                "rows", count.total().value(),
                                "exact", count.total().isExact(),
                                "total", GatewayShapes.total(count.total()),
                                "plan", count.plan(),
                                "took_ms", count.tookMs(),
                                "complete", count.complete(),
                                "timed_out", count.timedOut(),
                                "degraded", count.degraded(),
                                "cut", count.cut(),
                                "notes", count.notes()))));
        count.cut().forEach(cut -> console().warn("cut short: " + cut.detail()));
        count.notes().forEach(console()::info);
        if (count.timedOut()) {
            console().warn("the count hit its deadline: there are more matches; allow more time with --timeout");
            return ExitCode.TIMED_OUT;
        }
        console().hint("Show them: hbase-search search " + index() + " ...");
        return ExitCode.DONE;
    }
}
