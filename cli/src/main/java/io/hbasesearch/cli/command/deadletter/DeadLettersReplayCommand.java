/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.administration.reindex.CommittedReads;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.Interval;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.indexer.deadletter.DeadLetterFilter;
import io.hbasesearch.indexer.deadletter.DeadLetterReplay;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.KafkaTouches;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "replay",
        description = {
            "Make the indexer read the rows of dead letters again, by sending touch events to the index's topic. Sends"
                    + " no old event and writes no document, so it can never overwrite newer data.",
            "Skips rows that are already healed. Dead letters stay until they are purged."
        },
        footer = {
            "",
            "Exit codes: 0 announced, with --wait: every row is healed; 3 some rows failed again; 124 --wait timed out."
        })
final class DeadLettersReplayCommand extends BaseCommand {
    private static final List<String> COLUMNS =
            List.of("index", "letters", "announced", "healed", "failed", "pending", "already_healed", "without_row");

    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Parameters(
            index = "1..*",
            paramLabel = "OFFSET",
            description = "Offsets of dead letters, as 'dead-letters list' shows them.")
    private List<Long> offsets = List.of();

    @Option(names = "--all", description = "Replay every dead letter.")
    private boolean all;

    @Mixin
    private DeadLetterSelection selection = new DeadLetterSelection();

    @Option(names = "--wait", description = "Wait for the outcome of every row.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = Interval.class,
            description = "How long to wait (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(10);

    @Option(names = "--dry-run", description = "Only show which rows would be read again.")
    private boolean dryRun;

    DeadLettersReplayCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        DeadLetterFilter filter = filter();
        return Stoppable.call(
                session(),
                "the announced rows will still be read again",
                openRows() + "; to continue, run the same command again.",
                () -> run(filter));
    }

    private DeadLetterFilter filter() {
        DeadLetterFilter filter = selection.filter(Set.copyOf(offsets));
        if (filter.isAll() != all) {
            throw new ParameterException(
                    spec().commandLine(),
                    all
                            ? "--all selects every dead letter: omit it to select some"
                            : "select dead letters with --all, their offsets, or --stage, --code, --row, --since");
        }
        return filter;
    }

    private int run(DeadLetterFilter filter) throws Exception {
        ServiceConfig config = session().config();
        DeadLetterReader reader = new DeadLetterReader(config.kafka());
        IndexDefinition definition = session().configuration().definition(index);
        try (CommittedReads reads = CommittedReads.open(config.index(), definition)) {
            DeadLetterReplay replay =
                    new DeadLetterReplay(reader, reads.metadata(), reads.searcher(), reads.definition()::documents);
            DeadLetterReplay.Plan plan = plan(replay, reader, filter);
            requireFound(plan);
            if (plan.withoutRow() > 0) {
                console()
                        .warn(plan.withoutRow()
                                + " dead letters cannot be replayed, because their events have no row key. To find what"
                                + " they may have changed, run: hbase-search verify " + index);
            }
            return dryRun ? preview(plan) : replay(replay, plan, config);
        }
    }

    private DeadLetterReplay.Plan plan(DeadLetterReplay replay, DeadLetterReader reader, DeadLetterFilter filter) {
        DeadLetterReader.Span span = reader.span(index);
        try (Progress progress = Progress.start(console(), "Reading", span.end() - span.begin(), "letters")) {
            DeadLetterReplay.Plan plan = replay.plan(filter, letters -> progress.update(letters, ""));
            progress.finish();
            return plan;
        }
    }

    private void requireFound(DeadLetterReplay.Plan plan) {
        if (plan.letters() < new TreeSet<>(offsets).size()) {
            throw new HBaseSearchException(
                    ErrorCode.NOT_FOUND,
                    "index " + index + " does not have all of these dead letters: " + plan.letters() + " of "
                            + offsets.size() + " exist",
                    "List them: hbase-search dead-letters list " + index,
                    null);
        }
    }

    private int preview(DeadLetterReplay.Plan plan) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("index", index);
        summary.put("letters", plan.letters());
        summary.put("already_healed", plan.healed());
        summary.put("without_row", plan.withoutRow());
        console()
                .result(new Result(
                        "rows",
                        summary,
                        List.of("row"),
                        plan.rows().stream()
                                .map(row -> Result.row("row", selection.keys().format(row)))
                                .toList()));
        console()
                .hint(plan.rows().size() + " rows would be read again, " + plan.healed()
                        + " are already healed: omit --dry-run to do it.");
        return ExitCode.DONE;
    }

    private int replay(DeadLetterReplay replay, DeadLetterReplay.Plan plan, ServiceConfig config)
            throws InterruptedException {
        long start = System.nanoTime();
        Map<RowKey, RowVersion> touched;
        try (KafkaTouches touches = new KafkaTouches(config.kafka())) {
            touched = announce(replay, touches, plan);
        }
        DeadLetterReplay.Outcome outcome =
                wait ? await(replay, touched) : new DeadLetterReplay.Outcome(touched.size(), 0, 0);
        console().result(result(plan, outcome, Duration.ofNanos(System.nanoTime() - start)));
        return ended(plan, outcome);
    }

    private Map<RowKey, RowVersion> announce(
            DeadLetterReplay replay, KafkaTouches touches, DeadLetterReplay.Plan plan) {
        try (Progress progress =
                Progress.start(console(), "Announcing", plan.rows().size(), "rows")) {
            Map<RowKey, RowVersion> touched =
                    replay.announce(touches, plan.rows(), count -> progress.update(count, ""));
            progress.finish();
            return touched;
        }
    }

    private DeadLetterReplay.Outcome await(DeadLetterReplay replay, Map<RowKey, RowVersion> touched)
            throws InterruptedException {
        try (Progress progress = Progress.start(console(), "Healing", touched.size(), "rows")) {
            DeadLetterReplay.Outcome outcome = replay.await(
                    touched,
                    timeout,
                    now -> progress.update(now.healed() + now.failed(), now.failed() + " failed again"));
            if (outcome.pending() == 0) {
                progress.finish();
            }
            return outcome;
        } catch (HBaseSearchException e) {
            String hint = e.hint().map(own -> own + " ").orElse("") + "The indexer still reads the rows. " + openRows();
            throw new HBaseSearchException(e.code(), String.valueOf(e.getMessage()), hint, e);
        }
    }

    private String openRows() {
        return "List those still open: hbase-search dead-letters list " + index + " --state open";
    }

    private Result result(DeadLetterReplay.Plan plan, DeadLetterReplay.Outcome outcome, Duration time) {
        return Result.rows(
                "replays",
                COLUMNS,
                List.of(Result.row(
                        "index",
                        index,
                        "letters",
                        plan.letters(),
                        "announced",
                        outcome.announced(),
                        "healed",
                        wait ? outcome.healed() : null,
                        "failed",
                        wait ? outcome.failed() : null,
                        "pending",
                        wait ? outcome.pending() : null,
                        "already_healed",
                        plan.healed(),
                        "without_row",
                        plan.withoutRow(),
                        "seconds",
                        time.toMillis() / 1e3)));
    }

    private int ended(DeadLetterReplay.Plan plan, DeadLetterReplay.Outcome outcome) {
        if (wait && outcome.pending() > 0) {
            throw new CommandFailure(
                    ExitCode.TIMED_OUT,
                    "TIMED_OUT",
                    outcome.pending() + " of " + outcome.announced() + " rows were not read again within "
                            + timeout.toSeconds() + " s",
                    "Check that an indexer is running and healthy; it will then read the rows. To check: hbase-search dead-letters list "
                            + index + " --state open");
        }
        if (outcome.failed() > 0) {
            throw new CommandFailure(
                    ExitCode.SOME_ROWS_FAILED,
                    "SOME_ROWS_FAILED",
                    outcome.failed() + " of " + outcome.announced() + " rows failed again",
                    "See why: hbase-search dead-letters list " + index + " --state open");
        }
        console().hint(hint(plan));
        return ExitCode.DONE;
    }

    private String hint(DeadLetterReplay.Plan plan) {
        if (plan.rows().isEmpty()) {
            return plan.letters() == 0
                    ? "No dead letter matches: nothing to do."
                    : "These dead letters have no open rows: nothing to do. Delete them with: hbase-search dead-letters purge "
                            + index + " --all";
        }
        return wait
                ? "Every row is healed. Delete the dead letters with: hbase-search dead-letters purge " + index
                        + " --all"
                : "Check the outcome: hbase-search dead-letters list " + index + " --state open";
    }
}
