/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import java.time.Duration;
import java.util.List;

/**
 * What came of one seed. Immutable.
 *
 * @param strikes every fault that was injected
 * @param operations writes that HBase acknowledged
 * @param refused writes that HBase refused or left in the dark
 * @param rows compared with the raw index
 * @param events announced, repeated ones counted each
 * @param redelivered of these, repeated ones
 * @param convergence from the last write until nothing differed
 * @param gateway what the gateway answered meanwhile
 * @param faults everything that must not be: differences, processes that ended, aborts, lies
 */
record SeedResult(
        long seed,
        List<Strike> strikes,
        long operations,
        long refused,
        int rows,
        int events,
        int redelivered,
        Duration convergence,
        Duration total,
        String gateway,
        List<String> faults) {
    SeedResult {
        strikes = List.copyOf(strikes);
        faults = List.copyOf(faults);
    }

    /** One fault as it was. */
    record Strike(String kind, String planned, String effect, Duration took) {}
}
