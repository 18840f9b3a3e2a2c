/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.scan.DryRun;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the outcome of a reindex, for people and programs. Stateless. */
final class ReindexOutput {
    private static final List<String> COLUMNS = List.of(
            "index",
            "state",
            "phase",
            "percent",
            "rows",
            "written",
            "superseded",
            "failed",
            "touched",
            "placeless",
            "updated");

    private ReindexOutput() {}

    static Result result(String index, RunState run) {
        return Result.rows("reindexes", COLUMNS, List.of(row(index, run)));
    }

    static Result result(String index, RunState run, List<GenerationView> generations) {
        Map<String, @Nullable Object> row = row(index, run);
        row.put("generations", generations.stream().map(GenerationView::row).toList());
        return Result.rows("reindexes", COLUMNS, List.of(row));
    }

    private static Map<String, @Nullable Object> row(String index, RunState run) {
        Counts counts = run.progress().counts();
        return Result.row(
                "index", index,
                "state", state(run),
                "phase", phase(run),
                "percent", percent(run),
                "selection", SelectedRows.row(run.job().selection()),
                "rows", counts.rows(),
                "bytes", counts.bytes(),
                "written", counts.written(),
                "superseded", counts.superseded(),
                "failed", counts.failed(),
                "touched", counts.touched(),
                "placeless", counts.placeless(),
                "run", run.id(),
                "owner", run.heartbeat().owner().name(),
                "started", Instant.ofEpochMilli(run.heartbeat().startedMillis()).toString(),
                "updated", Instant.ofEpochMilli(run.heartbeat().updatedMillis()).toString(),
                "note", run.progress().note(),
                "failure", run.failure().map(RunState.Failure::message).orElse(null));
    }

    static String state(RunState run) {
        return run.state().name().toLowerCase(Locale.ROOT);
    }

    /** Returns the phase in progress, or the last phase of a run that did not finish. */
    private static @Nullable String phase(RunState run) {
        return run.job()
                .change()
                .filter(change -> run.state() != RunState.State.DONE)
                .map(change -> change.phase().words())
                .orElse(null);
    }

    /** Returns at most 99 before the run is done. */
    private static int percent(RunState run) {
        return run.state() == RunState.State.DONE
                ? 100
                : Math.min(99, (int) (100 * run.progress().fraction()));
    }

    static Result result(String index, DryRun.Report report) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("index", index);
        summary.put("rows", report.rows());
        summary.put("rejected", report.rejected());
        summary.put("left_out", report.leftOut());
        return new Result(
                "rejections",
                summary,
                List.of("stage", "field", "rows", "example", "message"),
                report.kinds().stream()
                        .map(kind -> Result.row(
                                "stage", kind.stage(),
                                "field", kind.field(),
                                "rows", kind.rows(),
                                "example", kind.example().printable(),
                                "message", kind.message()))
                        .toList());
    }

    /** @param command that runs it without the trial */
    static CommandFailure rejected(String index, DryRun.Report report, String command) {
        return new CommandFailure(
                ExitCode.SOME_ROWS_FAILED,
                "SOME_ROWS_FAILED",
                report.rejected() + " of " + report.rows() + " tried rows cannot be indexed; nothing was written",
                "Correct the rows or the definition of " + index + ", or continue: these rows become dead letters. "
                        + command);
    }

    static CommandFailure someFailed(String index, RunState run) {
        return new CommandFailure(
                ExitCode.SOME_ROWS_FAILED,
                "SOME_ROWS_FAILED",
                "everything was reindexed, but " + run.progress().counts().failed()
                        + " rows have no document, because they cannot be indexed",
                "See why: hbase-search dead-letters list " + index);
    }

    static CommandFailure cancelled(String index, RunState run) {
        return new CommandFailure(
                ExitCode.FAILED,
                "CANCELLED",
                "the reindex of " + index + " was cancelled",
                run.job().change().isPresent()
                        ? "What it has built was removed; searches use the previous index. To start again: hbase-search reindex "
                                + index + " --rebuild"
                        : "What it has written stays, and is correct. To start again: "
                                + SelectedRows.command(index, run));
    }
}
