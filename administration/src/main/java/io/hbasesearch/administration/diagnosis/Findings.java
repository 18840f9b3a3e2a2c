/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import java.util.Optional;

/** A list of findings, with their exit code. Immutable. */
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

    /** Returns the finding to fix first; empty if nothing is wrong. */
    public Optional<Finding> worst() {
        return list.stream()
                .filter(Finding::isWrong)
                .min((one, two) -> Integer.compare(rank(one.exitCode()), rank(two.exitCode())));
    }

    private static int rank(int exitCode) {
        int place = FIRST.indexOf(exitCode);
        return place < 0 ? FIRST.indexOf(ExitCode.FAILED) : place;
    }
}
