/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Collects problems, so that all are reported at once. For one thread. */
public final class ConfigurationProblems {
    private final TreeSet<ConfigurationProblem> problems = new TreeSet<>();

    public void add(ConfigurationProblem problem) {
        problems.add(problem);
    }

    /** Returns the result of reading; if that fails, collects its problems and returns empty. */
    public <T> Optional<T> collect(Supplier<T> reading) {
        try {
            return Optional.of(reading.get());
        } catch (ConfigurationException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        }
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** Returns the problems in the order of files, lines and columns. */
    public List<ConfigurationProblem> list() {
        return List.copyOf(problems);
    }

    /** @throws ConfigurationException with all collected problems, if there are any */
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(list());
        }
    }
}
