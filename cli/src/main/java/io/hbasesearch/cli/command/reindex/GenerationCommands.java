/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands for the index that a rebuild has replaced and kept. */
final class GenerationCommands {
    private GenerationCommands() {}

    /** Runs one of these commands in the same way as a reindex, so that two cannot conflict. */
    abstract static class Change extends BaseCommand {
        @Parameters(paramLabel = "INDEX", description = "Name of an index.")
        private String index = "";

        Change(Session session) {
            super(session);
        }

        final String index() {
            return index;
        }

        @Override
        public final Integer call() throws Exception {
            String again = "Go on with: hbase-search reindex " + spec().name() + " " + index;
            ReindexRunner runner = new ReindexRunner(session(), index, again);
            RunState end = runner.run(definition -> Task.of(plan(), Limits.standard(1)));
            console().result(ReindexOutput.result(index, end));
            switch (end.state()) {
                case CANCELLED ->
                    throw new CommandFailure(
                            ExitCode.FAILED,
                            "CANCELLED",
                            "the change was cancelled",
                            "Check the state: hbase-search reindex status " + index);
                case STOPPED, RUNNING, PAUSED -> throw runner.stopped(end);
                case DONE -> console().hint(hint());
            }
            return ExitCode.DONE;
        }

        abstract ChangePlan plan();

        abstract String hint();
    }

    @Command(
            name = "rollback",
            description = {
                "Switch searches back to the old index that --rebuild --keep-old has kept. It was updated all along; searches switch to"
                        + " it once it has caught up. The index that they leave is kept."
            },
            footer = {"", "Exit codes: 0 done; 1 there is no old index; 124 no indexer runs; 130 interrupted."})
    static final class Rollback extends Change {
        Rollback(Session session) {
            super(session);
        }

        @Override
        ChangePlan plan() {
            return ChangePlan.rollBack();
        }

        @Override
        String hint() {
            return "To switch forward again: hbase-search reindex rollback " + index()
                    + ". To remove the other one: hbase-search reindex drop-old " + index();
        }
    }

    @Command(
            name = "drop-old",
            description =
                    "Remove the old index that --rebuild --keep-old has kept. A rollback is impossible afterwards.")
    static final class DropOld extends Change {
        DropOld(Session session) {
            super(session);
        }

        @Override
        ChangePlan plan() {
            return ChangePlan.dropOld();
        }

        @Override
        String hint() {
            return "Check the state: hbase-search reindex status " + index();
        }
    }
}
