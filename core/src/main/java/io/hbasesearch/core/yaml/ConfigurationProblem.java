/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;

/**
 * A problem of a configuration file.
 *
 * @param line from 1; 0 for the file as a whole
 * @param column from 1; 0 for the file as a whole
 * @param message the fault and the correct form; never a secret's value
 */
public record ConfigurationProblem(Path file, int line, int column, String message)
        implements Comparable<ConfigurationProblem> {
    private static final Comparator<ConfigurationProblem> ORDER = Comparator.comparing(ConfigurationProblem::file)
            .thenComparingInt(ConfigurationProblem::line)
            .thenComparingInt(ConfigurationProblem::column)
            .thenComparing(ConfigurationProblem::message);

    public ConfigurationProblem {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(message, "message");
    }

    @Override
    public int compareTo(ConfigurationProblem other) {
        return ORDER.compare(this, other);
    }

    /** Returns {@code file:line:column: message}, which terminals and editors can jump to. */
    @Override
    public String toString() {
        return line == 0 ? file + ": " + message : file + ":" + line + ":" + column + ": " + message;
    }
}
