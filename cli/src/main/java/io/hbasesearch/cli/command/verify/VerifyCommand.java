/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.reindex.CommittedReads;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.cli.command.Interval;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Guard;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.kafka.GroupProgress;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyOptions;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        description =
                "Compare a table with its index, in both directions, and count the differences. Changes nothing without"
                        + " --repair, which makes indexers read differing rows again.",
        footer = {
            "",
            "Exit codes: 0 nothing differs, or everything was repaired; 4 differences found; 3 nothing differs, but"
                    + " rows are in the dead letters; 124 the index lags too far to tell."
        })
public final class VerifyCommand extends BaseCommand {
    // Time that a differing row waits for the events that may explain it.
    private static final Duration ARRIVAL = Duration.ofMinutes(1);

    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Mixin
    private VerifySelection selection = new VerifySelection();

    @Option(names = "--repair", description = "Make indexers read every differing row again, and wait until it agrees.")
    private boolean repair;

    @Option(names = "--dry-run", description = "With --repair: only show how many rows would be read again.")
    private boolean dryRun;

    @Option(
            names = "--repair-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = Interval.class,
            description = "The time limit for repairing a row (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(1);

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "10",
            description = "The number of differences to show (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write every difference to this file, one JSON line each.")
    private @Nullable Path report;

    @Option(names = "--append", description = "With --report: append to the file.")
    private boolean append;

    public VerifyCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        Configuration configuration = session().configuration();
        IndexDefinition definition = configuration.definition(index);
        VerifyReport found = run(configuration.service(), definition);
        console().result(VerifyOutput.result(found, repairs()));
        found.differing().samples().forEach(difference -> console()
                .info("  " + VerifyOutput.describe(difference, selection.keys())));
        return end(found);
    }

    private void checkOptions() {
        if (dryRun && !repair) {
            throw refused("--dry-run is for --repair: nothing is written without it");
        }
        if (append && report == null) {
            throw refused("--append is for --report: there is no file to append to");
        }
        if (samples < 0) {
            throw refused("--samples must not be negative");
        }
        selection.check();
    }

    private ParameterException refused(String reason) {
        return new ParameterException(spec().commandLine(), reason);
    }

    private boolean repairs() {
        return repair && !dryRun;
    }

    private int end(VerifyReport found) {
        if (!found.complete()) {
            throw interrupted(Optional.of(found));
        }
        if (found.outstanding() > 0) {
            throw VerifyOutput.differ(found, healing(found));
        }
        if (found.rechecked().pending() > 0) {
            throw VerifyOutput.behind(found);
        }
        if (found.compared().failed() > 0) {
            throw VerifyOutput.failed(found, selection);
        }
        console().hint(clean(found));
        return ExitCode.DONE;
    }

    String clean(VerifyReport found) {
        return VerifyOutput.clean(found, selection);
    }

    private CommandFailure interrupted(Optional<VerifyReport> found) {
        return new CommandFailure(
                ExitCode.INTERRUPTED,
                "INTERRUPTED",
                "interrupted after "
                        + found.map(soFar -> soFar.compared().rows()).orElse(0L)
                        + " rows: the counts cover only a part of the table",
                resume(found.flatMap(VerifyReport::unfinished)));
    }

    /** Returns the next step after differences; never a command that would end in the same way. */
    String healing(VerifyReport found) {
        String command = "hbase-search verify " + index + " --repair";
        if (found.differing().placeless() == found.outstanding()) {
            return "These documents belong to no row's shard, so no touch event reaches them: delete them from the index by hand, by the"
                    + " ids shown; --report FILE lists all of them";
        }
        if (dryRun) {
            return found.differences() - found.differing().placeless() + " rows would be read again: " + command;
        }
        return repair
                ? "Check that an indexer, or serve, runs and keeps up. Then try again: " + command
                        + "; --report FILE shows for each row why it was not repaired"
                : "Repair these rows: " + command;
    }

    /** @param unfinished the key to continue at; empty to start again */
    String resume(Optional<ByteArray> unfinished) {
        Set<String> replaced = new HashSet<>(VerifySelection.RANGE);
        replaced.add("--append");
        return "Go on with: hbase-search verify " + index + selection.resumed(unfinished)
                + GivenOptions.of(spec().commandLine(), replaced) + (report == null ? "" : " --append");
    }

    private VerifyReport run(ServiceConfig config, IndexDefinition definition) throws Exception {
        session().stopSignal().handle();
        boolean interrupted = false;
        try (HBaseConnections hbase = new HBaseConnections(config.hbase());
                HBaseRowReader rows = new HBaseRowReader(hbase, config.indexer().maxRowBytes());
                KafkaTouches touches = new KafkaTouches(config.kafka());
                CommittedReads reads = CommittedReads.open(config.index(), definition);
                GroupProgress group = new GroupProgress(config.kafka(), reads.metadata());
                DifferenceFile file = report == null ? null : new DifferenceFile(report, append);
                Progress progress = Progress.start(console(), "Verifying", total(reads), "rows");
                Guard guard = new Guard(session().stopSignal())) {
            Verify verify = new Verify(
                            reads.definition(),
                            rows,
                            reads.searcher(),
                            config.hbase().timeout(),
                            options(config))
                    .following(() -> new IndexOffsets(group.acknowledged(), group.ends()), ARRIVAL);
            VerifyProgress listener = new VerifyProgress(progress, file);
            VerifyReport found = run(
                    repairs() ? verify.repairing(keys -> touches.touch(reads.metadata(), keys), patience) : verify,
                    listener);
            listener.end(found, Optional.empty());
            if (found.complete()) {
                progress.finish();
            }
            // Closing the guard clears the interrupt flag, which must survive if another thread interrupted this one.
            interrupted = Thread.currentThread().isInterrupted();
            return found;
        } finally {
            if (interrupted && !session().stopSignal().isReceived()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private VerifyReport run(Verify verify, VerifyProgress progress) {
        try {
            return verify.run(selection.range(), progress);
        } catch (HBaseSearchException e) {
            progress.last().ifPresent(last -> progress.end(last, Optional.of(e.code())));
            // A client that is interrupted while it waits fails with its own error.
            if (session().stopSignal().isReceived()) {
                throw interrupted(progress.last());
            }
            String hint = e.hint().map(own -> own + " Then g").orElse("G")
                    + resume(progress.last().flatMap(VerifyReport::unfinished)).substring(1);
            throw new HBaseSearchException(e.code(), String.valueOf(e.getMessage()), hint, e);
        }
    }

    /** Returns the number of documents as an estimate of the number of rows, which is unknown. */
    private long total(CommittedReads reads) {
        return selection.isWholeTable() ? selection.expected(reads.documents()) : Progress.UNKNOWN;
    }

    /**
     * Returns the options, with enough time to settle: an embedded index shows a write only once its owner has committed it.
     */
    private VerifyOptions options(ServiceConfig config) {
        VerifyOptions standard = VerifyOptions.standard().withSamples(samples);
        Duration commits = config.indexer()
                .timings()
                .commitInterval()
                .plusSeconds(1)
                .dividedBy(standard.recheck().attempts());
        Duration settle = commits.compareTo(standard.recheck().settle()) > 0
                ? commits
                : standard.recheck().settle();
        return selection.apply(standard.withSettle(settle, standard.recheck().attempts()));
    }
}
