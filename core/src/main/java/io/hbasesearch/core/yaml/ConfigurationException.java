/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.List;
import java.util.stream.Collectors;

/** Reports configuration files that cannot be used; the message lists each problem on a separate line. */
public final class ConfigurationException extends HBaseSearchException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigurationProblem> problems;

    public ConfigurationException(List<ConfigurationProblem> problems) {
        super(ErrorCode.CONFIGURATION_INVALID, message(problems));
        this.problems = List.copyOf(problems);
    }

    private static String message(List<ConfigurationProblem> problems) {
        String heading = problems.size() == 1
                ? "the configuration has a problem:"
                : "the configuration has " + problems.size() + " problems:";
        return problems.stream()
                .map(ConfigurationProblem::toString)
                .collect(Collectors.joining("\n  ", heading + "\n  ", ""));
    }

    /** All problems, in the order of files, lines and columns. */
    public List<ConfigurationProblem> problems() {
        return problems;
    }
}
