/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.ReindexRequests;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands that control a reindex that another process runs. */
final class ReindexControlCommands {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private ReindexControlCommands() {}

    /** Sends a request to the owner, and reports whether it was obeyed. */
    abstract static class Control extends BaseCommand {
        @Parameters(paramLabel = "INDEX", description = "Name of an index.")
        private String index = "";

        Control(Session session) {
            super(session);
        }

        final String index() {
            return index;
        }

        @Override
        public final Integer call() {
            Configuration configuration = session().configuration();
            try (ReindexAccess access = ReindexAccess.open(configuration.service(), configuration.definition(index))) {
                RunState end = control(access, ReindexStatusCommand.newest(access, index));
                console().result(ReindexOutput.result(index, end));
                console().hint(hint());
            }
            return ExitCode.DONE;
        }

        abstract RunState control(ReindexAccess access, RunState run);

        abstract String hint();

        final Optional<RunState> ask(
                ReindexAccess access, ReindexRequest.Verb verb, RunState run, RunState.State wanted) {
            return new ReindexRequests(access.log()).ask(verb, run, wanted, PATIENCE);
        }

        /** @throws CommandFailure if the run is not in, or does not reach, the wanted state */
        final RunState require(Optional<RunState> run, RunState.State wanted) {
            return run.filter(now -> now.state() == wanted)
                    .orElseThrow(() -> new CommandFailure(
                            ExitCode.FAILED,
                            "NOT_RUNNING",
                            "no process runs a reindex of " + index
                                    + run.map(now -> ": it is " + ReindexOutput.state(now))
                                            .orElse(", or it does not answer"),
                            "Check its state: hbase-search reindex status " + index));
        }
    }

    @Command(name = "pause", description = "Pause a reindex until it is resumed.")
    static final class Pause extends Control {
        Pause(Session session) {
            super(session);
        }

        @Override
        RunState control(ReindexAccess access, RunState run) {
            return run.state().isHeld()
                    ? require(ask(access, ReindexRequest.Verb.PAUSE, run, RunState.State.PAUSED), RunState.State.PAUSED)
                    : require(Optional.of(run), RunState.State.PAUSED);
        }

        @Override
        String hint() {
            return "Resume it: hbase-search reindex resume " + index();
        }
    }

    @Command(name = "resume", description = "Resume a paused reindex.")
    static final class Resume extends Control {
        Resume(Session session) {
            super(session);
        }

        @Override
        RunState control(ReindexAccess access, RunState run) {
            return run.state().isHeld()
                    ? require(
                            ask(access, ReindexRequest.Verb.RESUME, run, RunState.State.RUNNING),
                            RunState.State.RUNNING)
                    : require(Optional.of(run), RunState.State.RUNNING);
        }

        @Override
        String hint() {
            return "Check its progress: hbase-search reindex status " + index();
        }
    }

    @Command(
            name = "cancel",
            description =
                    "End a reindex for good, also one without an owner. What it has written stays, and is correct; what a"
                            + " rebuild has built is removed, unless searches already use it.")
    static final class Cancel extends Control {
        Cancel(Session session) {
            super(session);
        }

        @Override
        RunState control(ReindexAccess access, RunState run) {
            if (run.state().isHeld()) {
                Optional<RunState> heard = ask(access, ReindexRequest.Verb.CANCEL, run, RunState.State.CANCELLED);
                if (heard.isPresent() && heard.get().state() != RunState.State.STOPPED) {
                    return require(heard, RunState.State.CANCELLED);
                }
            }
            if (access.isEmbedded() && run.job().change().isPresent()) {
                // Only its owner can remove what it has built.
                Optional<RunState> ended = ask(access, ReindexRequest.Verb.CANCEL, run, RunState.State.CANCELLED);
                return require(Optional.of(ended.orElseThrow(this::noOwner)), RunState.State.CANCELLED);
            }
            access.cancelUnowned();
            return require(new ReindexRequests(access.log()).newest(), RunState.State.CANCELLED);
        }

        private CommandFailure noOwner() {
            return new CommandFailure(
                    ExitCode.FAILED,
                    "NOT_RUNNING",
                    "the index that a change of " + index()
                            + " has built can only be removed by the process that owns it, and none answers",
                    "Start it: hbase-search serve. Then: hbase-search reindex cancel " + index());
        }

        @Override
        String hint() {
            return "Check the state: hbase-search reindex status " + index();
        }
    }
}
