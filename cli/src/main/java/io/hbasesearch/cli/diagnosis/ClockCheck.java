/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.site.Reading;
import io.hbasesearch.cli.site.SiteFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the machines' clocks agree with this one's. What is found never depends on a clock, but lags, ages of backlogs and the age at
 * which stubs are purged do. Pure.
 */
final class ClockCheck {
    private static final String CHECK = "clock";
    private static final String MEND =
            "Have all machines follow one time service; chronyc tracking tells how far one is off.";
    /** From here on ages and lags are misleading. */
    private static final Duration NOTICED = Duration.ofSeconds(5);
    /** HBase's own bound for RegionServers (hbase.master.maxclockskew): one that restarts would be refused. */
    private static final Duration TOO_MUCH = Duration.ofSeconds(30);

    private ClockCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.reported().forEach(reading -> findings.add(judge(reading)));
        facts.clocks()
                .complaint()
                .ifPresent(none -> findings.add(Finding.unknown(
                        CHECK, "index", none.message(), "Grant this user the privilege monitor, or look yourself.")));
        facts.clocks().value().ifPresent(readings -> readings.forEach(reading -> findings.add(judge(reading))));
        return findings;
    }

    private static Finding judge(Reading reading) {
        Duration skew = reading.skew();
        Duration size = skew.abs();
        String message = "it is at least " + size.toSeconds() + " s " + (skew.isNegative() ? "behind" : "ahead of")
                + " this machine's";
        if (size.compareTo(TOO_MUCH) >= 0) {
            return Finding.wrong(CHECK, reading.machine(), ExitCode.FAILED, message, MEND);
        }
        return size.compareTo(NOTICED) >= 0
                ? Finding.warning(CHECK, reading.machine(), message, MEND)
                : Finding.ok(CHECK, reading.machine(), "as this machine's, as far as can be told");
    }
}
