/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.CommandFailure;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Guard;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.process.CommittedReads;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
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
                "Compare a table with its index, both ways, and count what differs. Changes nothing, unless asked to"
                        + " repair: then indexers read again what differs.",
        footer = {
            "",
            "Exit codes: 0 nothing differs, or everything was repaired; 4 differences found; 3 nothing differs, but"
                    + " rows are in the dead letters; 124 the index is too far behind to tell."
        })
public final class VerifyCommand extends BaseCommand {
    // How long a row that differs waits for the events that may explain it.
    private static final Duration ARRIVAL = Duration.ofMinutes(1);

    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Mixin
    private VerifySelection selection = new VerifySelection();

    @Option(
            names = "--repair",
            description = "Have indexers read again every row that differs, and wait until it agrees.")
    private boolean repair;

    @Option(names = "--dry-run", description = "With --repair: only say how many rows would be read again.")
    private boolean dryRun;

    @Option(
            names = "--repair-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = Interval.class,
            description = "How long a row may take until it is repaired (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(1);

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many differences to name (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write every difference to this file, a JSON line for each.")
    private @Nullable Path report;

    @Option(names = "--append", description = "With --report: write behind what the file holds already.")
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
        found.samples().forEach(difference -> console().info("  " + VerifyOutput.describe(difference)));
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
        if (found.pending() > 0) {
            throw VerifyOutput.behind(found);
        }
        if (found.failed() > 0) {
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
                "interrupted after " + found.map(VerifyReport::rows).orElse(0L)
                        + " rows: the counts are those of a part of the table",
                resume(found.flatMap(VerifyReport::unfinished)));
    }

    /** The next step after differences; never a command that would end as this one has. */
    String healing(VerifyReport found) {
        String command = "hbase-search verify " + index + " --repair";
        if (found.placeless() == found.outstanding()) {
            return "These are documents in no row's place, which no touch reaches: delete them from the index by hand, by the"
                    + " ids that are named; --report FILE names them all";
        }
        if (dryRun) {
            return found.differences() - found.placeless() + " rows would be read again: " + command;
        }
        return repair
                ? "Does an indexer run, or serve, and does it keep up? Then try again: " + command
                        + "; --report FILE tells for each row why it was not repaired"
                : "Have these rows read again: " + command;
    }

    /** @param unfinished where to go on; empty to begin again */
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
            // Closing the guard clears it, which is not its to clear if somebody else interrupted this thread.
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
            // A client that was interrupted while it waited fails in its own words.
            if (session().stopSignal().isReceived()) {
                throw interrupted(progress.last());
            }
            String hint = e.hint().map(own -> own + " Then g").orElse("G")
                    + resume(progress.last().flatMap(VerifyReport::unfinished)).substring(1);
            throw new HBaseSearchException(e.code(), String.valueOf(e.getMessage()), hint, e);
        }
    }

    /** Documents stand for rows: nobody knows how many of these there are. */
    private long total(CommittedReads reads) {
        return selection.isWholeTable() ? selection.expected(reads.documents()) : Progress.UNKNOWN;
    }

    /** An embedded index shows a write only once its owner has committed it. */
    private VerifyOptions options(ServiceConfig config) {
        VerifyOptions standard = VerifyOptions.standard().withSamples(samples);
        Duration commits = config.indexer().commitInterval().plusSeconds(1).dividedBy(standard.attempts());
        Duration settle = commits.compareTo(standard.settle()) > 0 ? commits : standard.settle();
        return selection.apply(standard.withSettle(settle, standard.attempts()));
    }
}
