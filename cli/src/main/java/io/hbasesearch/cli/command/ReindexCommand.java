/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.CommandFailure;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Guard;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.peer.PeerAdmin;
import io.hbasesearch.cli.process.DryRuns;
import io.hbasesearch.cli.process.ReindexAccess;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.reindex.DryRun;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.RunState;
import io.hbasesearch.indexer.reindex.Selection;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "reindex",
        description = {
            "Fill an index from its table, or refresh it, in place and while edits go on. Documents whose rows are gone are looked"
                    + " at, too. An indexer must be running, or serve.",
            "Stopped or killed at any moment, the same command goes on where it was."
        },
        subcommands = {
            ReindexStatusCommand.class,
            ReindexControlCommands.Pause.class,
            ReindexControlCommands.Resume.class,
            ReindexControlCommands.Cancel.class
        },
        footer = {
            "",
            "Exit codes: 0 done; 3 done, but some rows cannot be indexed; 124 no indexer runs; 130 interrupted."
        })
public final class ReindexCommand extends BaseCommand {
    // Not required: its verbs have an index of their own.
    @Parameters(arity = "0..1", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Mixin
    private ReindexSelection selection = new ReindexSelection();

    @Mixin
    private ReindexLimits limits = new ReindexLimits();

    @Mixin
    private ReindexEngine engine = new ReindexEngine();

    @Option(
            names = "--dry-run",
            description =
                    "Only try some rows: map them, write them to an index of their own, which is removed, and tell of"
                            + " every field that cannot be mapped and of what the index refuses.")
    private boolean dryRun;

    @Option(
            names = "--sample",
            paramLabel = "ROWS",
            defaultValue = "1000",
            description = "With --dry-run: how many rows to try, of all regions (default: ${DEFAULT-VALUE}).")
    private int sample = 1_000;

    @Option(names = "--rebuild", description = "Make a new index of a changed definition. Not available yet.")
    private boolean rebuild;

    public ReindexCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (index.isEmpty()) {
            throw new ParameterException(
                    spec().commandLine(), "name an index, or one of: status, pause, resume, cancel");
        }
        Selection selected = selection.get();
        Limits given = limits.get();
        engine.check(selected);
        if (rebuild) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "--rebuild is not available in this version",
                    "Until then: hbase-search index delete " + index + ", then hbase-search index create " + index
                            + " and hbase-search reindex " + index,
                    null);
        }
        if (dryRun) {
            return tryRows(selected);
        }
        Configuration configuration = session().configuration();
        if (engine.printsCommand()) {
            return printCommand(configuration, selected, given);
        }
        warnIfSilent(configuration);
        RunState end = run(configuration, selected, given);
        console().result(ReindexOutput.result(index, end));
        return end(end, selected);
    }

    private int printCommand(Configuration configuration, Selection selected, Limits given) {
        ReindexEngine.requireShared(configuration.service().index().backend() == BackendConfig.Kind.LUCENE);
        configuration.definition(index);
        console().print(engine.clusterCommand(session().configFile(), index, selected, given));
        console()
                .hint(
                        "Its tasks need Java 17. Where that is not the cluster's own, put -D mapreduce.map.env=JAVA_HOME=... behind"
                                + " the jar's name, and start the command itself with JAVA_HOME set.");
        return ExitCode.DONE;
    }

    /** What nobody announces is missed from the end of the scan on. */
    private void warnIfSilent(Configuration configuration) {
        TableId table = configuration.definition(index).table();
        try (PeerAdmin peers = new PeerAdmin(configuration.service(), console())) {
            if (!peers.announces(table)) {
                console()
                        .warn("no peer announces all edits of " + table
                                + ": what is written to it from now on will not be followed. First: hbase-search peer add"
                                + " --set-scope --table " + table);
            }
        } catch (HBaseSearchException e) {
            // It takes more rights than reading rows does; whatever else is wrong, the reindex will say.
            console().info("Whether edits of " + table + " are announced cannot be told: " + e.getMessage());
        }
    }

    private int tryRows(Selection selected) throws Exception {
        if (sample < 1) {
            throw new ParameterException(spec().commandLine(), "--sample must be at least 1, not " + sample);
        }
        Configuration configuration = session().configuration();
        DryRun.Report report = Stoppable.call(
                session(),
                "nothing was written to the index",
                "Run the same command again.",
                () -> DryRuns.run(configuration.service(), configuration.definition(index), selected, sample));
        console().result(ReindexOutput.result(index, report));
        if (report.rejected() > 0) {
            throw ReindexOutput.rejected(index, report);
        }
        console().hint("Nothing was written. All of these rows can be indexed: hbase-search reindex " + index);
        return ExitCode.DONE;
    }

    private int end(RunState end, Selection selected) {
        switch (end.state()) {
            case CANCELLED -> throw ReindexOutput.cancelled(index);
            case STOPPED, RUNNING, PAUSED -> throw stopped(end);
            case DONE -> {}
        }
        if (end.progress().counts().failed() > 0) {
            throw ReindexOutput.someFailed(index, end);
        }
        console()
                .hint(
                        selected.isByKey()
                                ? "Compare it with its table: hbase-search verify " + index
                                : "Documents of rows that are gone were not looked for: hbase-search verify " + index);
        return ExitCode.DONE;
    }

    private RuntimeException stopped(RunState end) {
        if (end.failure().isPresent()) {
            RunState.Failure failure = end.failure().get();
            return new HBaseSearchException(failure.code(), failure.message(), next(failure.hint()), null);
        }
        return interrupted("after " + end.progress().counts().rows() + " rows");
    }

    private CommandFailure interrupted(String state) {
        return new CommandFailure(ExitCode.INTERRUPTED, "INTERRUPTED", "interrupted " + state, resume());
    }

    /** Where it goes on stands in the log: the command is the one that was given. */
    String resume() {
        return "Go on with: hbase-search reindex " + index + GivenOptions.of(spec().commandLine(), Set.of());
    }

    private String next(String hint) {
        return hint.isEmpty() ? resume() : hint + " Then g" + resume().substring(1);
    }

    private RunState run(Configuration configuration, Selection selected, Limits given) throws Exception {
        session().stopSignal().handle();
        boolean interrupted = false;
        try (ReindexAccess access = ReindexAccess.open(configuration.service(), configuration.definition(index));
                ReindexView view = new ReindexView(console());
                Guard guard = new Guard(session().stopSignal())) {
            RunState end = engine.isMapReduce()
                    ? engine.run(access, session().configFile(), index, selected, given, view)
                    : access.run(selected, given, view);
            if (end.state() == RunState.State.DONE) {
                view.finish(end);
            }
            // Closing the guard clears it, which is not its to clear if somebody else interrupted this thread.
            interrupted = Thread.currentThread().isInterrupted();
            return end;
        } catch (HBaseSearchException | InterruptedException e) {
            throw explained(e);
        } finally {
            if (interrupted && !session().stopSignal().isReceived()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Exception explained(Exception failure) {
        if (session().stopSignal().isReceived()) {
            // A client that was interrupted while it waited fails in its own words.
            return interrupted("before it began or while it ended");
        }
        if (failure instanceof HBaseSearchException known && goesOn(known.code())) {
            return new HBaseSearchException(
                    known.code(),
                    String.valueOf(known.getMessage()),
                    next(known.hint().orElse("")),
                    known);
        }
        return failure;
    }

    /** Whether the same command makes sense again, once what failed is mended. */
    private static boolean goesOn(ErrorCode code) {
        return switch (code) {
            case SERVER_UNREACHABLE, TIMED_OUT, THROTTLED, ACCESS_DENIED -> true;
            default -> false;
        };
    }
}
