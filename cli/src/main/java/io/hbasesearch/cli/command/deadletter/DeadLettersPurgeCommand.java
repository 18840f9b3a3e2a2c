/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.PointInTime;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.deadletter.DeadLetterPurge;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "purge",
        description =
                "Delete the oldest dead letters of an index. A row without a document keeps its newest dead letter, unless"
                        + " --force is given.")
final class DeadLettersPurgeCommand extends BaseCommand {
    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @ArgGroup(multiplicity = "1")
    private Extent extent = new Extent();

    @Option(names = "--force", description = "Also delete the last dead letters of rows without a document.")
    private boolean force;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Show what would be deleted, and do nothing.")
    private boolean dryRun;

    /** The options that limit a purge. */
    static final class Extent {
        @Option(names = "--all", description = "Delete every existing dead letter.")
        private boolean all;

        @Option(names = "--before", paramLabel = "OFFSET", description = "Delete dead letters with smaller offsets.")
        private @Nullable Long offset;

        @Option(
                names = "--older-than",
                paramLabel = "TIME",
                converter = PointInTime.class,
                description =
                        "Delete dead letters before the first one of this time or later: 2026-11-21T10:00:00Z, or 30d"
                                + " for 30 days ago.")
        private @Nullable Instant time;
    }

    DeadLettersPurgeCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        KafkaConfig kafka = session().config().kafka();
        DeadLetterReader reader = new DeadLetterReader(kafka);
        DeadLetterPurge.Plan plan =
                Stoppable.call(session(), "nothing was deleted", "Run the same command again.", () -> plan(reader));
        console().result(result(plan));
        if (!plan.isSafe() && !force) {
            throw refused(plan);
        }
        if (dryRun || plan.letters() == 0) {
            console()
                    .hint(
                            dryRun
                                    ? "Nothing was deleted: leave --dry-run out to do it."
                                    : "There is nothing to delete.");
            return ExitCode.DONE;
        }
        return delete(plan, kafka);
    }

    private int delete(DeadLetterPurge.Plan plan, KafkaConfig kafka) {
        session().confirm("Delete " + plan.letters() + " dead letters of index " + index + "?", yes);
        try (Topics topics = new Topics(kafka)) {
            topics.deleteBefore(TopicName.deadLetters(index), plan.before());
        }
        console().info("Deleted.");
        console().hint("List the rest: hbase-search dead-letters list " + index);
        return ExitCode.DONE;
    }

    private DeadLetterPurge.Plan plan(DeadLetterReader reader) throws Exception {
        DeadLetterReader.Span span = reader.span(index);
        try (DeadLetterIndex asked = DeadLetterIndex.open(session(), index);
                Progress progress = Progress.start(console(), "Reading", span.end() - span.begin(), "letters")) {
            DeadLetterPurge.Plan plan = new DeadLetterPurge(reader, index)
                    .plan(before(reader), asked, letters -> progress.update(letters, ""));
            progress.finish();
            return plan;
        }
    }

    private Result result(DeadLetterPurge.Plan plan) {
        return Result.rows(
                "purges",
                List.of("index", "before", "letters", "without_row", "rows_still_open"),
                List.of(Result.row(
                        "index", index,
                        "before", plan.before(),
                        "letters", plan.letters(),
                        "without_row", plan.withoutRow(),
                        "rows_still_open", plan.lastOfOpenRows(),
                        "dry_run", dryRun)));
    }

    private long before(DeadLetterReader reader) {
        if (extent.offset != null) {
            return extent.offset;
        }
        return extent.time == null ? reader.span(index).end() : reader.offsetAt(index, extent.time);
    }

    private CommandFailure refused(DeadLetterPurge.Plan plan) {
        return new CommandFailure(
                ExitCode.FAILED,
                "ROWS_STILL_OPEN",
                plan.lastOfOpenRows()
                        + " rows have no document, and these are their last dead letters: nothing was deleted",
                "Fix the cause and run 'hbase-search dead-letters replay " + index
                        + " --all --wait' first, or purge --before " + plan.firstNeeded() + ", or add --force.");
    }
}
