/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.CommandFailure;
import io.hbasesearch.cli.Configuration;
import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.process.CommittedReads;
import io.hbasesearch.cli.quickstart.Guard;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.Verify;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyOptions;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        description = "Compare a table with its index, both ways, and count what differs. Changes nothing.",
        footer = {"", "Exit codes: 0 nothing differs, 4 differences found, 3 the same but rows are in the dead letters."
        })
public final class VerifyCommand extends BaseCommand {
    // A comparison has no deadline.
    private static final Duration LONGEST = Duration.ofDays(3650);

    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many differences to name (default: ${DEFAULT-VALUE}).")
    private int samples;

    public VerifyCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Configuration configuration = session().configuration();
        IndexDefinition definition = configuration.definition(index);
        VerifyReport report = run(configuration.service(), definition);
        console().result(result(report));
        report.samples().forEach(difference -> console().info("  " + describe(difference)));
        if (!report.complete()) {
            throw new CommandFailure(
                    ExitCode.INTERRUPTED,
                    "INTERRUPTED",
                    "interrupted after " + report.rows() + " rows: the counts are those of a part of the table",
                    "Run it again for a whole comparison: hbase-search verify " + index);
        }
        if (report.differences() > 0) {
            throw differ(report);
        }
        if (report.failed() > 0) {
            throw new CommandFailure(
                    ExitCode.SOME_ROWS_FAILED,
                    "SOME_ROWS_FAILED",
                    "nothing differs, but " + report.failed() + " rows have no document, as they cannot be indexed",
                    "See why: hbase-search dead-letters list " + index);
        }
        console().hint("Nothing differs between table " + definition.table() + " and index " + index + ".");
        return ExitCode.DONE;
    }

    private VerifyReport run(ServiceConfig config, IndexDefinition definition) throws Exception {
        VerifyOptions standard = VerifyOptions.standard();
        VerifyOptions options = standard.withSamples(samples)
                .withThreads(Math.min(4, Runtime.getRuntime().availableProcessors()));
        session().stopSignal().handle();
        AtomicReference<@Nullable VerifyReport> last = new AtomicReference<>();
        boolean interrupted = false;
        try (HBaseConnections hbase = new HBaseConnections(config.hbase());
                HBaseRowReader rows = new HBaseRowReader(hbase);
                CommittedReads reads = CommittedReads.open(config.index(), definition);
                Progress progress = Progress.counting(console(), "Verifying", "rows");
                Guard guard = new Guard(session().stopSignal(), LONGEST)) {
            VerifyReport report = new Verify(
                            definition, rows, reads.searcher(), config.hbase().timeout(), options)
                    .run(KeyRange.all(), new VerifyListener() {
                        @Override
                        public void progress(VerifyReport now) {
                            last.set(now);
                            progress.update(now.rows(), now.differences() + " differences");
                        }
                    });
            // Closing the guard clears it, which is not its to clear if somebody else interrupted this thread.
            interrupted = Thread.currentThread().isInterrupted();
            return report;
        } catch (RuntimeException e) {
            // A client that was interrupted while it waited fails in its own words.
            VerifyReport partial = last.get();
            if (!session().stopSignal().isReceived() || partial == null) {
                throw session().stopSignal().isReceived() ? new InterruptedException() : e;
            }
            return partial;
        } finally {
            if (interrupted && !session().stopSignal().isReceived()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Result result(VerifyReport report) {
        Map<String, @Nullable Object> row = Result.row(
                "index",
                report.index(),
                "rows",
                report.rows(),
                "documents",
                report.documents(),
                "missing",
                report.missing(),
                "stale",
                report.stale(),
                "extra",
                report.extra(),
                "undecodable",
                report.undecodable(),
                "failed",
                report.failed(),
                "unconfirmed",
                report.unconfirmed(),
                "settled",
                report.settled(),
                "complete",
                report.complete(),
                "seconds",
                report.duration().toMillis() / 1e3,
                "samples",
                report.samples().stream()
                        .map(difference -> new LinkedHashMap<>(Map.of(
                                "kind", kind(difference),
                                "row", difference.name(),
                                "detail", difference.detail())))
                        .toList());
        return Result.rows(
                "reports",
                List.of("index", "rows", "documents", "missing", "stale", "extra", "undecodable", "failed", "seconds"),
                List.of(row));
    }

    private static String kind(Difference difference) {
        return difference.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String describe(Difference difference) {
        return kind(difference) + " " + difference.name() + ": " + difference.detail();
    }

    private static CommandFailure differ(VerifyReport report) {
        return new CommandFailure(
                ExitCode.DIFFERENCES_FOUND,
                "DIFFERENCES_FOUND",
                report.differences() + " rows differ: " + report.missing() + " missing, " + report.stale() + " stale, "
                        + report.extra() + " extra, " + report.undecodable() + " undecodable",
                "A row is indexed anew whenever it is written; to do it for all, delete and create the index and write"
                        + " the rows again.");
    }
}
