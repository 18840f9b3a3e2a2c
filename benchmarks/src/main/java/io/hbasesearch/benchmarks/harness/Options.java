/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;

/**
 * How a scenario runs. Immutable.
 *
 * @param rounds that count: pairs of ours and the baseline
 * @param threads scans at a time, raw and of reindex
 * @param documentBytes about how much text a row has
 * @param partitions of the topic
 * @param alone which servers, together, have a core that nothing else has; none if all have all cores
 * @param share of the capacity at which latencies are measured
 * @param outageSeconds how long Elasticsearch stays away, where it does
 * @param profile the JDK's Flight Recorder runs meanwhile
 */
public record Options(
        Size size,
        int rounds,
        int threads,
        int documentBytes,
        int partitions,
        List<Server> alone,
        double share,
        int outageSeconds,
        boolean quick,
        boolean profile) {
    /** With fewer an interval says next to nothing: a report of them is not for publication as a comparison. */
    public static final int FEWEST_ROUNDS = 5;

    /** One value has no interval at all. */
    private static final int LEAST_ROUNDS = 2;

    public Options {
        alone = List.copyOf(alone);
        if (size.rows() < 1 || size.seconds() < 1 || threads < 1 || documentBytes < 1 || partitions < 1) {
            throw new IllegalArgumentException(
                    "--rows, --seconds, --threads, --document-bytes and --partitions are at least 1");
        }
        if (rounds < LEAST_ROUNDS || size.warmUps() < 0) {
            throw new IllegalArgumentException("--rounds is at least " + LEAST_ROUNDS + ", --warm-ups is not negative");
        }
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("--share is between 0 and 1, not " + share);
        }
    }

    public int rows() {
        return size.rows();
    }

    public int seconds() {
        return size.seconds();
    }
}
