/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.util.List;

/**
 * What came of one seed. Immutable.
 *
 * @param strikes every fault that was injected
 * @param gateway what the gateway answered meanwhile
 * @param wrong everything that must not be: differences, processes that ended, aborts, lies
 */
record SeedResult(
        Plan plan,
        List<Strike> strikes,
        Writes writes,
        Events events,
        Comparison comparison,
        Times times,
        String gateway,
        List<String> wrong) {
    SeedResult {
        strikes = List.copyOf(strikes);
        wrong = List.copyOf(wrong);
    }

    /**
     * What was to happen.
     *
     * @param isLong whether outages that have a full length were to last as long as {@code share} of it says, all of them
     * @param share of their full length that outages lasted; 1 is all of it
     * @param faults how many were to strike
     */
    record Plan(long seed, boolean isLong, double share, int faults) {
        static Plan of(Schedule schedule, double share) {
            return new Plan(schedule.seed(), schedule.isLong(), share, schedule.size());
        }
    }

    /**
     * Writes to HBase.
     *
     * @param operations that HBase acknowledged
     * @param refused that HBase refused or left in the dark
     */
    record Writes(long operations, long refused) {
        static final Writes NONE = new Writes(0, 0);
    }

    /**
     * Events of the topic.
     *
     * @param announced all of them, repeated ones counted each
     * @param redelivered of these, repeated ones
     * @param touches of these, those by which the gateway asked for rows to be read again: what it met meanwhile was repaired
     */
    record Events(int announced, int redelivered, int touches) {
        static final Events NONE = new Events(0, 0, 0);
    }

    /**
     * What was compared with the raw index when the time to converge was over.
     *
     * @param found documents that differed
     */
    record Comparison(int rows, Found found) {
        static final Comparison NONE = new Comparison(0, Found.NOTHING);
    }

    /** @param convergence from the last write until all was drained and acknowledged and nothing differed */
    record Times(Duration convergence, Duration total) {
        static final Times NONE = new Times(Duration.ZERO, Duration.ZERO);
    }

    /** Of a seed that came to no end of its own. */
    static SeedResult failed(Schedule schedule, double share, Throwable failure) {
        return new SeedResult(
                Plan.of(schedule, share),
                List.of(),
                Writes.NONE,
                Events.NONE,
                Comparison.NONE,
                Times.NONE,
                "",
                List.of("it came to no end: " + failure));
    }

    /** The same, with this wrong and nothing else. */
    SeedResult with(List<String> everythingWrong) {
        return new SeedResult(plan, strikes, writes, events, comparison, times, gateway, everythingWrong);
    }

    /** Whether nothing was wrong, and every fault struck that was to. */
    @JsonIgnore
    boolean passed() {
        return wrong.isEmpty() && strikes.size() == plan.faults();
    }

    /** Whether outages that have a full length lasted all of it. */
    @JsonIgnore
    boolean isFull() {
        return plan.isLong() && plan.share() >= 1;
    }

    /**
     * One fault as it was.
     *
     * @param felt whether it reached hbase-search itself
     */
    record Strike(String kind, String planned, String effect, boolean felt, Duration took) {}

    /** Documents that were not as their rows, by the oracle's own words. */
    record Found(int missing, int stale, int extra) {
        static final Found NOTHING = new Found(0, 0, 0);

        static Found among(List<String> differences) {
            return new Found(
                    count(differences, "missing "), count(differences, "stale "), count(differences, "extra "));
        }

        private static int count(List<String> differences, String kind) {
            return (int)
                    differences.stream().filter(line -> line.startsWith(kind)).count();
        }

        Found plus(Found other) {
            return new Found(missing + other.missing, stale + other.stale, extra + other.extra);
        }
    }
}
