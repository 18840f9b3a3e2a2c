/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A list of findings, with their exit code and their output. Immutable. */
public record Findings(List<Finding> list) {
    /** Exit codes in the order in which problems should be fixed: an unreachable server hides the rest. */
    private static final List<Integer> FIRST = List.of(
            ExitCode.SERVER_UNREACHABLE,
            ExitCode.ACCESS_DENIED,
            ExitCode.CONFIGURATION_INVALID,
            ExitCode.INDEX_INCOMPATIBLE,
            ExitCode.FAILED,
            ExitCode.SOME_ROWS_FAILED,
            ExitCode.DIFFERENCES_FOUND);

    public Findings {
        list = List.copyOf(list);
    }

    public long count(Finding.State state) {
        return list.stream().filter(finding -> finding.state() == state).count();
    }

    /** Returns the exit code of the worst finding; 0 unless something is wrong. */
    public int exitCode() {
        return worst().map(Finding::exitCode).orElse(ExitCode.DONE);
    }

    private Optional<Finding> worst() {
        return list.stream()
                .filter(Finding::isWrong)
                .min((one, two) -> Integer.compare(rank(one.exitCode()), rank(two.exitCode())));
    }

    private static int rank(int exitCode) {
        int place = FIRST.indexOf(exitCode);
        return place < 0 ? FIRST.indexOf(ExitCode.FAILED) : place;
    }

    /** Returns the failure to fix first; empty if nothing is wrong. */
    public Optional<CommandFailure> failure() {
        return worst().map(finding -> new CommandFailure(
                finding.exitCode(),
                "SITE_NOT_WELL",
                count(Finding.State.WRONG) + " wrong, first " + finding.check() + " " + finding.object() + ": "
                        + finding.message(),
                finding.remedy().orElse("See above.")));
    }

    /** Returns a result with one row for each finding. */
    public Result result(String rowsName) {
        Map<String, Object> summary = new LinkedHashMap<>();
        for (Finding.State state : Finding.State.values()) {
            summary.put(state.name().toLowerCase(Locale.ROOT), count(state));
        }
        return new Result(
                rowsName,
                summary,
                List.of("check", "object", "state", "message", "remedy"),
                list.stream()
                        .map(finding -> Result.row(
                                "check", finding.check(),
                                "object", finding.object(),
                                "state", finding.state().name().toLowerCase(Locale.ROOT),
                                "message", finding.message(),
                                "remedy", finding.remedy().orElse(null),
                                "figures", finding.figures()))
                        .toList());
    }

    /** Formats the findings for people: one line each, and one more with the remedy. Nothing is cut off to fit a terminal. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Finding finding : list) {
            text.append("%-8s%-14s%s: %s\n"
                    .formatted(word(finding.state()), finding.check(), finding.object(), oneLine(finding.message())));
            finding.remedy().ifPresent(remedy -> text.append(" ".repeat(22))
                    .append("-> ")
                    .append(oneLine(remedy))
                    .append('\n'));
        }
        return text.toString().stripTrailing();
    }

    private static String word(Finding.State state) {
        return switch (state) {
            case OK -> "ok";
            case UNKNOWN -> "?";
            case WARNING -> "warning";
            case WRONG -> "WRONG";
        };
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9f}]+\\s*", " ");
    }
}
