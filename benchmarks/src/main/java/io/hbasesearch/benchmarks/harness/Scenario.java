/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;
import java.util.Objects;

/**
 * A comparison that can be run by its name. Immutable.
 *
 * @param question that its figures answer, as one sentence
 * @param quick a size that is done in less than five minutes on two cores; its figures are not for publication
 * @param compares false if its figures stand for themselves, so that two rounds are enough to show that they repeat
 * @param alone which servers can have a core that nothing else has; none if that would say nothing of a site
 */
public record Scenario(
        String name,
        String question,
        Size full,
        Size quick,
        boolean compares,
        Measurement measurement,
        List<Server> alone) {
    public Scenario {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(measurement, "measurement");
        alone = List.copyOf(alone);
    }

    /** A comparison. */
    public Scenario(String name, String question, Size full, Size quick, Measurement measurement) {
        this(name, question, full, quick, true, measurement, List.of());
    }

    /** The same, in which these servers, all of them together, can have a core of their own. */
    public Scenario separating(Server... servers) {
        return new Scenario(name, question, full, quick, compares, measurement, List.of(servers));
    }

    public boolean canSeparate() {
        return !alone.isEmpty();
    }

    public Scenario thatComparesNothing() {
        return new Scenario(name, question, full, quick, false, measurement, alone);
    }

    /** Does it. */
    @FunctionalInterface
    public interface Measurement {
        Finding measure(Run run) throws Exception;
    }
}
