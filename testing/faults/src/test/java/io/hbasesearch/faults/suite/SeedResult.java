/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import java.time.Duration;
import java.util.List;

/**
 * What came of one seed. Immutable.
 *
 * @param isLong whether outages struck at full length
 * @param strikes every fault that was injected
 * @param operations writes that HBase acknowledged
 * @param refused writes that HBase refused or left in the dark
 * @param rows compared with the raw index
 * @param events announced, repeated ones counted each
 * @param redelivered of these, repeated ones
 * @param found documents that differed when the time to converge was over
 * @param convergence from the last write until nothing differed
 * @param gateway what the gateway answered meanwhile
 * @param wrong everything that must not be: differences, processes that ended, aborts, lies
 */
record SeedResult(
        long seed,
        boolean isLong,
        List<Strike> strikes,
        long operations,
        long refused,
        int rows,
        int events,
        int redelivered,
        Found found,
        Duration convergence,
        Duration total,
        String gateway,
        List<String> wrong) {
    SeedResult {
        strikes = List.copyOf(strikes);
        wrong = List.copyOf(wrong);
    }

    /** One fault as it was. */
    record Strike(String kind, String planned, String effect, Duration took) {}

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
