/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Formats the result of a verification, for people and programs; row keys and names of fields, never values. Stateless. */
final class VerifyOutput {
    private static final List<String> CLASSES = List.of(
            "missing",
            "stale",
            "extra",
            "undecodable",
            "failed",
            "unconfirmed",
            "settled",
            "busy",
            "pending",
            "behind",
            "placeless");
    private static final List<String> COMPARISON = columns(List.of("rows", "documents"), List.of("seconds"));
    private static final List<String> REPAIRS = columns(List.of("rows"), List.of("repaired", "unrepaired", "seconds"));

    private VerifyOutput() {}

    private static List<String> columns(List<String> before, List<String> after) {
        return Stream.of(List.of("index"), before, CLASSES, after)
                .flatMap(List::stream)
                .toList();
    }

    static Result result(VerifyReport report, boolean repairs) {
        return Result.rows("reports", repairs ? REPAIRS : COMPARISON, List.of(row(report)));
    }

    private static Map<String, @Nullable Object> row(VerifyReport report) {
        VerifyReport.Compared compared = report.compared();
        VerifyReport.Differing differing = report.differing();
        VerifyReport.Rechecked rechecked = report.rechecked();
        return Result.row(
                "index", report.index(),
                "rows", compared.rows(),
                "by_hash", compared.byHash(),
                "documents", compared.documents(),
                "missing", differing.missing(),
                "stale", differing.stale(),
                "extra", differing.extra(),
                "undecodable", differing.undecodable(),
                "failed", compared.failed(),
                "left_out", compared.leftOut(),
                "repaired", report.repairs().repaired(),
                "unrepaired", report.repairs().unrepaired(),
                "unconfirmed", differing.unconfirmed(),
                "settled", rechecked.settled(),
                "busy", rechecked.busy(),
                "pending", rechecked.pending(),
                "behind", rechecked.behind(),
                "placeless", differing.placeless(),
                "skipped", compared.skipped(),
                "complete", report.complete(),
                "seconds", report.duration().toMillis() / 1e3,
                "samples",
                        differing.samples().stream().map(VerifyOutput::fields).toList());
    }

    /** Returns one difference for programs. */
    static Map<String, Object> fields(Difference difference) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", kind(difference));
        fields.put("row", difference.name());
        difference.row().ifPresent(row -> fields.put("key", row.base64Url()));
        fields.put("document", difference.document().value());
        fields.put("detail", difference.detail());
        return fields;
    }

    static String describe(Difference difference, KeyNotation keys) {
        return kind(difference) + " " + difference.row().map(keys::format).orElseGet(difference::name) + ": "
                + difference.detail();
    }

    private static String kind(Difference difference) {
        return difference.kind().name().toLowerCase(Locale.ROOT);
    }

    /** @param hint the next step */
    static CommandFailure differ(VerifyReport report, String hint) {
        VerifyReport.Differing differing = report.differing();
        String counts = differing.missing() + " missing, " + differing.stale() + " stale, " + differing.extra()
                + " extra, " + differing.undecodable() + " undecodable";
        String message = report.repairs().repaired() == 0
                ? report.outstanding() + " rows differ: " + counts
                : report.outstanding() + " rows still differ; "
                        + report.repairs().repaired() + " were repaired, of " + counts;
        return new CommandFailure(ExitCode.DIFFERENCES_FOUND, "DIFFERENCES_FOUND", message, hint);
    }

    /** Returns the failure when no row is known to differ, but not all rows are known to agree. */
    static CommandFailure behind(VerifyReport report) {
        String events = report.rechecked().behind() > 0
                ? "the index is " + report.rechecked().behind() + " events behind"
                : "Kafka does not report the index's lag";
        return new CommandFailure(
                ExitCode.TIMED_OUT,
                "INDEX_BEHIND",
                report.rechecked().pending() + " rows differ, but this is unconfirmed because " + events
                        + ": events of their edits may still arrive",
                "Check that an indexer, or serve, runs and keeps up. Then try again: hbase-search verify "
                        + report.index());
    }

    static CommandFailure failed(VerifyReport report, VerifySelection selection) {
        return new CommandFailure(
                ExitCode.SOME_ROWS_FAILED,
                "SOME_ROWS_FAILED",
                "nothing differs" + selection.describeRange() + ", but "
                        + report.compared().failed() + " rows have no document, because they cannot be indexed",
                "See why: hbase-search dead-letters list " + report.index());
    }

    /** Describes an end without differences: exactly what was compared, and how. */
    static String clean(VerifyReport report, VerifySelection selection) {
        VerifyReport.Compared compared = report.compared();
        String how = (compared.byHash() > 0 ? ", by their stored hashes" : "")
                + (report.repairs().repaired() > 0 ? "; " + report.repairs().repaired() + " rows were repaired" : "")
                + (report.rechecked().busy() > 0
                        ? "; " + report.rechecked().busy() + " rows could not be compared, because they kept changing"
                        : "")
                + (compared.leftOut() > 0
                        ? "; " + compared.leftOut() + " of "
                                + compared.rows()
                                + " rows have no document, because the definition excludes them"
                        : "");
        if (compared.rows() == 0 && !selection.isWholeTable()) {
            return "The table has no row" + selection.describeRange() + ": nothing was compared.";
        }
        if (!selection.isSample()) {
            return "Nothing differs between the table and index " + report.index() + selection.describeRange() + how
                    + ".";
        }
        // The rule of three; it treats rows of one piece as independent, which clusters of differences are not.
        return String.format(
                Locale.ROOT,
                "Nothing differs in %d rows of %d%s%s. If differences are scattered, fewer than %.3g %% of all rows"
                        + " differ, with 95 %% confidence; a cluster of them may lie outside of the sample.",
                compared.rows(),
                compared.rows() + compared.skipped(),
                selection.describeRange(),
                how,
                compared.rows() == 0 ? 100.0 : Math.min(100, 300.0 / compared.rows()));
    }
}
