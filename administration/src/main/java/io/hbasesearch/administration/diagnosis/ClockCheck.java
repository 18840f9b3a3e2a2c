/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.Reading;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.error.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that the clocks of the cluster's machines agree with this machine's clock. No finding depends on a clock, but lags,
 * backlog ages and the age at which stubs are purged do. Pure.
 */
final class ClockCheck {
    private static final String CHECK = "clock";
    private static final String MEND =
            "Synchronize all machines with one time service; chronyc tracking shows a machine's offset.";
    /** From this skew on, ages and lags are misleading. */
    private static final Duration NOTICED = Duration.ofSeconds(5);
    /** HBase's own limit for RegionServers (hbase.master.maxclockskew): the master would reject one that restarts. */
    private static final Duration TOO_MUCH = Duration.ofSeconds(30);

    private ClockCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.hbase().clocks().forEach(reading -> findings.add(judge(reading)));
        facts.backend()
                .clocks()
                .complaint()
                .ifPresent(none -> findings.add(Finding.unknown(
                        CHECK,
                        "index",
                        none.message(),
                        "Grant this user the privilege monitor, or check the clocks yourself.")));
        facts.backend()
                .clocks()
                .value()
                .ifPresent(readings -> readings.forEach(reading -> findings.add(judge(reading))));
        return findings;
    }

    private static Finding judge(Reading reading) {
        Duration skew = reading.skew();
        Duration size = skew.abs();
        String message = "its clock is at least " + size.toSeconds() + " s "
                + (skew.isNegative() ? "behind" : "ahead of") + " this machine's";
        if (size.compareTo(TOO_MUCH) >= 0) {
            return Finding.wrong(CHECK, reading.machine(), ExitCode.FAILED, message, MEND);
        }
        return size.compareTo(NOTICED) >= 0
                ? Finding.warning(CHECK, reading.machine(), message, MEND)
                : Finding.ok(CHECK, reading.machine(), "agrees with this machine's clock, as far as can be measured");
    }
}
