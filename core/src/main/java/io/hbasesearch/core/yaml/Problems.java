/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.util.List;
import java.util.TreeSet;

/** Collects what is wrong, so that everything is reported at once. For one thread. */
public final class Problems {
    private final TreeSet<Problem> problems = new TreeSet<>();

    public void add(Problem problem) {
        problems.add(problem);
    }

    public boolean isEmpty() {
        return problems.isEmpty();
    }

    /** In the order of files, lines and columns. */
    public List<Problem> list() {
        return List.copyOf(problems);
    }

    /** @throws ConfigurationException with everything that was collected, if anything was */
    public void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(list());
        }
    }
}
