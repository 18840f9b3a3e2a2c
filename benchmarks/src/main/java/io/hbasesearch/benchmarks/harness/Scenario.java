/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.ArrayList;
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

    /** What makes a run smaller than the one that is published, or another one; none if it is as large, or larger. */
    public List<String> reductions(Options options) {
        List<String> reductions = new ArrayList<>();
        long text = (long) options.rows() * options.documentBytes();
        if (text < (long) full.rows() * Options.STANDARD_DOCUMENT_BYTES) {
            reductions.add("less text than " + full.rows() + " rows of " + Options.STANDARD_DOCUMENT_BYTES + " B");
        }
        if (options.seconds() < full.seconds()) {
            reductions.add("loads of less than " + full.seconds() + " s");
        }
        if (options.size().warmUps() < full.warmUps()) {
            reductions.add("fewer than " + full.warmUps() + " warm-ups");
        }
        if (options.outageSeconds() < Options.STANDARD_OUTAGE_SECONDS) {
            reductions.add("an outage of less than " + Options.STANDARD_OUTAGE_SECONDS + " s");
        }
        if (options.share() != Options.STANDARD_SHARE) {
            reductions.add("another share of the capacity than " + Options.STANDARD_SHARE);
        }
        return reductions;
    }

    /** Does it. */
    @FunctionalInterface
    public interface Measurement {
        Finding measure(Run run) throws Exception;
    }
}
