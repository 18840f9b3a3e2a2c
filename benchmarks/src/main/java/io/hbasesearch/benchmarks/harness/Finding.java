/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;

/**
 * What a scenario found. Immutable.
 *
 * @param notes what a reader of the figures has to know: the best shape of a baseline, say
 */
public record Finding(List<Series> series, List<Verdict> verdicts, List<String> notes) {
    public Finding {
        series = List.copyOf(series);
        verdicts = List.copyOf(verdicts);
        notes = List.copyOf(notes);
    }

    public Finding(Rounds rounds, List<Verdict> verdicts, String... notes) {
        this(rounds.series(), verdicts, List.of(notes));
    }

    public boolean allMet() {
        return verdicts.stream().allMatch(Verdict::met);
    }
}
