/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.CommandFailure;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.process.CommittedReads;
import io.hbasesearch.cli.quickstart.Guard;
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
import java.util.Optional;
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
    // A comparison has no deadline.
    private static final Duration LONGEST = Duration.ofDays(3650);

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

    public VerifyCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (dryRun && !repair) {
            throw new ParameterException(
                    spec().commandLine(), "--dry-run is for --repair: nothing is written without it");
        }
        selection.range();
        Configuration configuration = session().configuration();
        IndexDefinition definition = configuration.definition(index);
        VerifyReport found = run(configuration.service(), definition);
        console().result(VerifyOutput.result(found, repairs()));
        found.samples().forEach(difference -> console().info("  " + VerifyOutput.describe(difference)));
        return end(found);
    }

    private boolean repairs() {
        return repair && !dryRun;
    }

    private int end(VerifyReport found) {
        if (!found.complete()) {
            throw new CommandFailure(
                    ExitCode.INTERRUPTED,
                    "INTERRUPTED",
                    "interrupted after " + found.rows() + " rows: the counts are those of a part of the table",
                    resume(found.unfinished()));
        }
        if (found.outstanding() > 0) {
            throw VerifyOutput.differ(found, healing(found));
        }
        if (found.pending() > 0) {
            throw VerifyOutput.behind(found);
        }
        if (found.failed() > 0) {
            throw VerifyOutput.failed(found);
        }
        console().hint(VerifyOutput.clean(found, selection.isSample()));
        return ExitCode.DONE;
    }

    private String healing(VerifyReport found) {
        String command = "hbase-search verify " + index + " --repair";
        if (dryRun) {
            return found.differences() - found.placeless() + " rows would be read again: " + command;
        }
        return repair
                ? "Does an indexer run, or serve, and does it keep up? Then try again: " + command
                        + "; --report FILE tells for each row why it was not repaired"
                : "Have these rows read again: " + command;
    }

    private String resume(Optional<ByteArray> unfinished) {
        return "Go on with: hbase-search verify " + index + (repair ? " --repair" : "")
                + selection.resumed(unfinished.orElse(ByteArray.empty()));
    }

    private VerifyReport run(ServiceConfig config, IndexDefinition definition) throws Exception {
        session().stopSignal().handle();
        boolean interrupted = false;
        try (HBaseConnections hbase = new HBaseConnections(config.hbase());
                HBaseRowReader rows = new HBaseRowReader(hbase);
                KafkaTouches touches = new KafkaTouches(config.kafka());
                CommittedReads reads = CommittedReads.open(config.index(), definition);
                GroupProgress group = new GroupProgress(config.kafka(), reads.metadata());
                DifferenceFile file = report == null ? null : new DifferenceFile(report);
                Progress progress = Progress.start(console(), "Verifying", total(reads), "rows");
                Guard guard = new Guard(session().stopSignal(), LONGEST)) {
            Verify verify = new Verify(
                            definition, rows, reads.searcher(), config.hbase().timeout(), options(config))
                    .following(() -> new IndexOffsets(group.acknowledged(), group.ends()), ARRIVAL);
            VerifyProgress listener = new VerifyProgress(progress, file);
            VerifyReport found = run(
                    repairs() ? verify.repairing(keys -> touches.touch(reads.metadata(), keys), patience) : verify,
                    listener);
            if (file != null) {
                file.end(found);
            }
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

    private VerifyReport run(Verify verify, VerifyProgress progress) throws InterruptedException {
        try {
            return verify.run(selection.range(), progress);
        } catch (HBaseSearchException e) {
            // A client that was interrupted while it waited fails in its own words.
            if (session().stopSignal().isReceived()) {
                throw new InterruptedException();
            }
            if (progress.last().isEmpty()) {
                throw e;
            }
            String hint = e.hint().map(own -> own + " Then g").orElse("G")
                    + resume(progress.last().get().unfinished()).substring(1);
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
