/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.ReindexRequests;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "status", description = "Show the progress and the owner of the newest reindex of an index.")
final class ReindexStatusCommand extends BaseCommand {
    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    ReindexStatusCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Configuration configuration = session().configuration();
        try (ReindexAccess access = ReindexAccess.open(configuration.service(), configuration.definition(index))) {
            RunState run = newest(access, index);
            boolean abandoned = run.state().isHeld() && !access.runs().isAlive(run);
            List<GenerationView> generations = GenerationView.of(access);
            console().result(ReindexOutput.result(index, run, generations));
            if (!run.job().selection().isAll()) {
                console()
                        .info("  of the rows selected by:"
                                + SelectedRows.options(run.job().selection()));
            }
            generations.forEach(generation -> console().info("  " + generation.words()));
            access.damaged().forEach((name, why) -> console()
                    .warn(name + " is damaged, and occupies disk space until you delete it in Elasticsearch (DELETE /"
                            + name + "): " + why));
            run.failure().ifPresent(failure -> console().info("It failed: " + failure.message()));
            console().hint(abandoned ? abandoned(run) : isContinued(access, run) ? continued(run) : hint(run));
        }
        return ExitCode.DONE;
    }

    /** @throws HBaseSearchException NOT_FOUND if the index was never reindexed */
    static RunState newest(ReindexAccess access, String index) {
        return new ReindexRequests(access.log())
                .newest()
                .filter(run -> run.isAbout(access.metadata()))
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.NOT_FOUND,
                        "index " + index + " was never reindexed",
                        "Reindex it: hbase-search reindex " + index,
                        null));
    }

    private String again(RunState run) {
        return SelectedRows.command(index, run);
    }

    /** Returns whether the owner that was stopped has left a request to continue. */
    private static boolean isContinued(ReindexAccess access, RunState run) {
        return run.state() == RunState.State.STOPPED
                && access.log()
                        .read(Duration.ZERO)
                        .request()
                        .filter(request -> request.verb() == ReindexRequest.Verb.START
                                && request.run().equals(run.id()))
                        .isPresent();
    }

    private String continued(RunState run) {
        return "It stopped with " + run.heartbeat().owner().name() + ", and goes on by itself when serve starts again.";
    }

    private String abandoned(RunState run) {
        return run.heartbeat().owner().name() + " no longer reports. Continue with: " + again(run);
    }

    private String hint(RunState run) {
        return switch (run.state()) {
            case RUNNING ->
                run.heartbeat().owner().name() + " runs it. Pause it: hbase-search reindex pause " + index
                        + ". End it: hbase-search reindex cancel " + index;
            case PAUSED -> "Resume it: hbase-search reindex resume " + index;
            case STOPPED -> "Continue with: " + again(run);
            case CANCELLED -> "Start again: " + again(run);
            case DONE -> "Compare it with its table: hbase-search verify " + index;
        };
    }
}
