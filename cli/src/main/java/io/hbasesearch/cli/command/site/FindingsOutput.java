/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.site;

import io.hbasesearch.administration.diagnosis.Finding;
import io.hbasesearch.administration.diagnosis.Findings;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.CommandFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The output of a command that reports findings. */
record FindingsOutput(Findings findings) {
    private static final int CHECK_WIDTH = 14;

    /** Returns the failure to fix first; empty if nothing is wrong. */
    Optional<CommandFailure> failure() {
        return findings.worst()
                .map(finding -> new CommandFailure(
                        finding.exitCode(),
                        "SITE_NOT_WELL",
                        findings.count(Finding.State.WRONG) + " wrong, first " + finding.check() + " "
                                + finding.object() + ": " + finding.message(),
                        finding.remedy().orElse("See above.")));
    }

    /** Returns a result with one row for each finding. */
    Result result(String rowsName) {
        Map<String, Object> summary = new LinkedHashMap<>();
        for (Finding.State state : Finding.State.values()) {
            summary.put(state.name().toLowerCase(Locale.ROOT), findings.count(state));
        }
        return new Result(
                rowsName,
                summary,
                List.of("check", "object", "state", "message", "remedy"),
                findings.list().stream()
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
    String text() {
        StringBuilder text = new StringBuilder();
        int width = findings.list().stream()
                .mapToInt(finding -> finding.check().length() + 1)
                .reduce(CHECK_WIDTH, Math::max);
        for (Finding finding : findings.list()) {
            text.append(("%-8s%-" + width + "s%s: %s\n")
                    .formatted(word(finding.state()), finding.check(), finding.object(), oneLine(finding.message())));
            finding.remedy().ifPresent(remedy -> text.append(" ".repeat(8 + width))
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
