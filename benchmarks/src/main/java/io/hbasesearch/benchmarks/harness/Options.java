/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;

/**
 * How a scenario runs. Immutable.
 *
 * @param rounds that count: pairs of ours and the baseline
 * @param threads scans at a time, raw and of reindex
 * @param alone which servers, together, have a core that nothing else has; none if all have all cores
 */
public record Options(
        Size size,
        int rounds,
        int threads,
        @JsonUnwrapped Shape shape,
        List<Server> alone,
        @JsonUnwrapped Conditions conditions,
        @JsonUnwrapped Mode mode) {
    /** With fewer an interval says next to nothing: a comparison of fewer is not for publication. */
    public static final int FEWEST_ROUNDS = 5;

    /** What is compared with other sizes and numbers. */
    public static final int STANDARD_DOCUMENT_BYTES = 1_024;

    public static final int STANDARD_PARTITIONS = 4;

    public static final double STANDARD_SHARE = 0.5;

    public static final int STANDARD_OUTAGE_SECONDS = 600;

    /** One value has no interval at all. */
    public static final int LEAST_ROUNDS = 2;

    public Options {
        alone = List.copyOf(alone);
        if (size.rows() < 1
                || size.seconds() < 0
                || threads < 1
                || shape.documentBytes() < 1
                || shape.partitions() < 1) {
            throw new IllegalArgumentException("--rows, --threads, --document-bytes and --partitions are at least 1");
        }
        if (rounds < LEAST_ROUNDS || size.warmUps() < 0) {
            throw new IllegalArgumentException("--rounds is at least " + LEAST_ROUNDS + ", --warm-ups is not negative");
        }
        if (conditions.outageSeconds() < 1) {
            throw new IllegalArgumentException("--outage is at least 1, not " + conditions.outageSeconds());
        }
        if (!(conditions.share() > 0 && conditions.share() < 1)) {
            throw new IllegalArgumentException("--share is between 0 and 1, not " + conditions.share());
        }
    }

    /**
     * What is compared with other sizes and numbers.
     *
     * @param documentBytes about how much text a row has
     * @param partitions of the topic
     */
    public record Shape(int documentBytes, int partitions) {
        public static final Shape STANDARD = new Shape(STANDARD_DOCUMENT_BYTES, STANDARD_PARTITIONS);
    }

    /**
     * @param share of the capacity at which latencies are measured
     * @param outageSeconds how long Elasticsearch stays away, where it does
     */
    public record Conditions(double share, int outageSeconds) {
        public static final Conditions STANDARD = new Conditions(STANDARD_SHARE, STANDARD_OUTAGE_SECONDS);
    }

    /** @param profile the JDK's Flight Recorder runs meanwhile */
    public record Mode(boolean quick, boolean profile) {
        public static final Mode STANDARD = new Mode(false, false);
    }

    public int documentBytes() {
        return shape.documentBytes();
    }

    public int partitions() {
        return shape.partitions();
    }

    public double share() {
        return conditions.share();
    }

    public int outageSeconds() {
        return conditions.outageSeconds();
    }

    public boolean quick() {
        return mode.quick();
    }

    public boolean profile() {
        return mode.profile();
    }

    public int rows() {
        return size.rows();
    }

    public int seconds() {
        return size.seconds();
    }

    /** All that have a value, as they are written on a command line: what was left out there may have another default later. */
    public String arguments() {
        String seconds = size.seconds() == 0 ? "" : " --seconds " + size.seconds();
        return String.format(
                Locale.ROOT,
                "--rows %d --rounds %d --warm-ups %d%s --document-bytes %d --partitions %d --threads %d --share %s --outage %d%s%s%s",
                size.rows(),
                rounds,
                size.warmUps(),
                seconds,
                documentBytes(),
                partitions(),
                threads,
                share(),
                outageSeconds(),
                alone.isEmpty() ? "" : " --separate",
                quick() ? " --quick" : "",
                profile() ? " --profile" : "");
    }
}
