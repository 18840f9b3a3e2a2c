/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.reindex.DryRuns;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import io.hbasesearch.indexer.reindex.scan.DryRun;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "reindex",
        description = {
            "Fill an index from its table, or refresh it, in place and while edits continue. Documents whose rows were deleted are"
                    + " checked, too. With --rebuild, build a new index from a changed definition and switch searches to it at once."
                    + " An indexer must be running, or serve.",
            "If it is stopped or killed, the same command continues where it was."
        },
        subcommands = {
            ReindexStatusCommand.class,
            ReindexControlCommands.Pause.class,
            ReindexControlCommands.Resume.class,
            ReindexControlCommands.Cancel.class,
            GenerationCommands.Rollback.class,
            GenerationCommands.DropOld.class
        },
        footer = {
            "",
            "Exit codes: 0 done; 3 done, but some rows cannot be indexed; 4 --rebuild found rows that differ and has not"
                    + " switched; 124 no indexer runs; 130 interrupted."
        })
public final class ReindexCommand extends BaseCommand {
    // Not required: its verbs have their own INDEX.
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
            description = "Only try some rows: map them, write them to a temporary index, and report"
                    + " every field that cannot be mapped and every document that the index rejects.")
    private boolean dryRun;

    @Option(
            names = "--sample",
            paramLabel = "ROWS",
            defaultValue = "1000",
            description = "With --dry-run: how many rows to try, of all regions (default: ${DEFAULT-VALUE}).")
    private int sample = 1_000;

    @Mixin
    private RebuildOptions rebuild = new RebuildOptions();

    public ReindexCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (index.isEmpty()) {
            throw new ParameterException(
                    spec().commandLine(),
                    "name an index, or one of: status, pause, resume, cancel, rollback, drop-old");
        }
        Selection selected = selection.get();
        Limits given = limits.get();
        rebuild.check(selected);
        engine.check(selected);
        if (rebuild.isRebuild() && engine.isMapReduce()) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--engine mapreduce fills an index in place: it cannot be combined with --rebuild");
        }
        if (dryRun) {
            requireTryable();
            return tryRows(selected);
        }
        if (isGiven("--sample")) {
            throw new ParameterException(spec().commandLine(), "--sample is for --dry-run");
        }
        Configuration configuration = session().configuration();
        if (engine.printsCommand()) {
            return printCommand(configuration, selected, given);
        }
        warnIfSilent(configuration);
        ReindexRunner runner = new ReindexRunner(session(), index, resume());
        RunState end = engine.isMapReduce()
                ? runner.run(
                        definition -> Task.inPlace(selected, given),
                        (access, task, view) -> engine.run(access, session().configFile(), index, task, view))
                : runner.run(definition ->
                        rebuild.isRebuild() ? Task.of(rebuild.plan(definition), given) : Task.inPlace(selected, given));
        console().result(ReindexOutput.result(index, end));
        return end(end, selected, runner);
    }

    private int printCommand(Configuration configuration, Selection selected, Limits given) {
        ReindexEngine.requireShared(configuration.service().index().backend() == BackendConfig.Kind.LUCENE);
        configuration.definition(index);
        console().print(engine.clusterCommand(session().configFile(), index, selected, given));
        console()
                .hint(
                        "Its tasks need Java 17. If the cluster uses another version, put -D mapreduce.map.env=JAVA_HOME=... behind"
                                + " the jar's name, and start the command itself with JAVA_HOME set.");
        return ExitCode.DONE;
    }

    /** Warns if no peer announces the table: edits without an announcement are missed from the end of the scan on. */
    private void warnIfSilent(Configuration configuration) {
        TableId table = configuration.definition(index).table();
        try (PeerAdmin peers = new PeerAdmin(configuration.service(), console())) {
            if (!peers.announces(table)) {
                console()
                        .warn("no peer announces all edits of " + table
                                + ": edits from now on will not be indexed. First run: "
                                + peers.possibleCommand(table));
            }
        } catch (HBaseSearchException e) {
            // It requires more permissions than reading rows does; the reindex reports any other problem.
            console().info("It is unknown whether edits of " + table + " are announced: " + e.getMessage());
        }
    }

    /** Rejects options that a dry run would not honour. */
    private void requireTryable() {
        Stream.of("--engine", "--snapshot", "--print-command", "--keep-old")
                .filter(this::isGiven)
                .findFirst()
                .ifPresent(option -> {
                    throw new ParameterException(
                            spec().commandLine(), option + " cannot be combined with --dry-run, which writes nothing");
                });
    }

    private boolean isGiven(String option) {
        return spec().commandLine().getParseResult().hasMatchedOption(option);
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
            throw ReindexOutput.rejected(index, report, withoutTrial());
        }
        console()
                .hint("Nothing was written. All of these rows can be indexed"
                        + (report.leftOut() > 0 ? " or are excluded by the definition" : "")
                        + ": " + withoutTrial());
        return ExitCode.DONE;
    }

    /** Returns the command that does what was tried. */
    String withoutTrial() {
        return "hbase-search reindex " + index + GivenOptions.of(spec().commandLine(), Set.of("--dry-run", "--sample"));
    }

    private int end(RunState end, Selection selected, ReindexRunner runner) {
        switch (end.state()) {
            case CANCELLED -> throw ReindexOutput.cancelled(index, end);
            case STOPPED, RUNNING, PAUSED -> throw runner.stopped(end);
            case DONE -> {}
        }
        if (end.progress().counts().failed() > 0) {
            throw ReindexOutput.someFailed(index, end);
        }
        if (end.progress().counts().rows() == 0) {
            console()
                    .info("The table has no row" + (selected.isAll() ? "" : " of this selection")
                            + ": nothing was read.");
        }
        console().hint(hint(selected));
        return ExitCode.DONE;
    }

    private String hint(Selection selected) {
        if (rebuild.keepsOld()) {
            return "The old index is kept up to date. To switch back: hbase-search reindex rollback " + index
                    + ". To remove it: hbase-search reindex drop-old " + index;
        }
        return selected.isByKey()
                ? "Compare it with its table: hbase-search verify " + index
                : "Documents of deleted rows were not checked. To check them: hbase-search verify " + index;
    }

    /** Returns the command to continue with: the same command, because the position is in the log. */
    String resume() {
        return "Go on with: hbase-search reindex " + index + GivenOptions.of(spec().commandLine(), Set.of());
    }
}
