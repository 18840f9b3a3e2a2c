/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;

/** Extends time limits on a machine with more to do than its processors can do at a time. Stateless. */
final class Patience {
    private static final double MOST = 20;

    private Patience() {}

    /** Returns a time limit for this machine as it is now. @param idle the limit on a machine that does nothing else */
    static Duration of(Duration idle) {
        OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
        return of(idle, machine.getSystemLoadAverage(), machine.getAvailableProcessors());
    }

    /** @param load average number of threads that run or wait for a processor; negative if it is not known */
    static Duration of(Duration idle, double load, int processors) {
        double factor = Math.min(MOST, Math.max(1, load / processors));
        return Duration.ofMillis(Math.round(idle.toMillis() * factor));
    }
}
