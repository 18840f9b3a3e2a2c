/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.util.List;

/**
 * What came of one seed. Immutable.
 *
 * @param isLong whether outages that have a full length were to last as long as {@code share} of it says, all of them
 * @param share of their full length that outages lasted; 1 is all of it
 * @param planned how many faults were to strike
 * @param strikes every fault that was injected
 * @param operations writes that HBase acknowledged
 * @param refused writes that HBase refused or left in the dark
 * @param rows compared with the raw index
 * @param events announced, repeated ones counted each
 * @param redelivered of these, repeated ones
 * @param touches of these, those by which the gateway asked for rows to be read again: what it met meanwhile was repaired
 * @param found documents that differed when the time to converge was over
 * @param convergence from the last write until all was drained and acknowledged and nothing differed
 * @param gateway what the gateway answered meanwhile
 * @param wrong everything that must not be: differences, processes that ended, aborts, lies
 */
record SeedResult(
        long seed,
        boolean isLong,
        double share,
        int planned,
        List<Strike> strikes,
        long operations,
        long refused,
        int rows,
        int events,
        int redelivered,
        int touches,
        Found found,
        Duration convergence,
        Duration total,
        String gateway,
        List<String> wrong) {
    SeedResult {
        strikes = List.copyOf(strikes);
        wrong = List.copyOf(wrong);
    }

    /** Of a seed that came to no end of its own. */
    static SeedResult failed(Schedule schedule, double share, Throwable failure) {
        return new SeedResult(
                schedule.seed(),
                schedule.isLong(),
                share,
                schedule.size(),
                List.of(),
                0,
                0,
                0,
                0,
                0,
                0,
                Found.NOTHING,
                Duration.ZERO,
                Duration.ZERO,
                "",
                List.of("it came to no end: " + failure));
    }

    /** The same, with this wrong and nothing else. */
    SeedResult with(List<String> everythingWrong) {
        return new SeedResult(
                seed,
                isLong,
                share,
                planned,
                strikes,
                operations,
                refused,
                rows,
                events,
                redelivered,
                touches,
                found,
                convergence,
                total,
                gateway,
                everythingWrong);
    }

    /** Whether nothing was wrong, and every fault struck that was to. */
    @JsonIgnore
    boolean passed() {
        return wrong.isEmpty() && strikes.size() == planned;
    }

    /** Whether outages that have a full length lasted all of it. */
    @JsonIgnore
    boolean isFull() {
        return isLong && share >= 1;
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
