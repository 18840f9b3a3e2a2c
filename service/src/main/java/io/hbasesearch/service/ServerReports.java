/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Determines up to when RegionServers have reported their unannounced edits. A silent server may be dead, and a missing one has
 * left its WALs to another, which does not report them at first: nothing later than the last report is covered then. For one
 * thread.
 */
final class ServerReports {
    /** Age of a report: a RegionServer reports every three seconds by default, and its figures may be as old again. */
    private static final Duration REPORT_AGE = Duration.ofSeconds(6);

    /** Time within which another server takes over the WALs of a missing one and reports their lag. */
    private static final Duration TAKEOVER = Duration.ofMinutes(5);

    private final Map<String, Report> last = new HashMap<>();
    /** Time of the last answered request to HBase. */
    private @Nullable Instant before;

    /**
     * The last report of a server.
     *
     * @param millis by its own clock, only to tell one report from another
     * @param heard by our clock, the earliest time at which it can have arrived
     * @param missed since when the server is missing; null while it is there
     */
    private record Report(long millis, Instant heard, @Nullable Instant missed) {
        Report followedBy(Report next) {
            return next.millis == millis ? new Report(millis, heard, null) : next;
        }

        Report missing(Instant now) {
            return missed == null ? new Report(millis, heard, now) : this;
        }

        boolean isOver(Instant now) {
            return missed != null && missed.plus(TAKEOVER).isBefore(now);
        }
    }

    /**
     * Returns the time up to which all servers have reported.
     *
     * @param reported the time of each server's last report; empty if HBase did not tell, which changes nothing
     * @param asked when HBase was asked for that
     * @return determined by the server that has been silent for longest
     */
    Instant covered(Map<String, Long> reported, Instant asked) {
        if (!reported.isEmpty()) {
            take(reported, asked);
        }
        return last.values().stream()
                .map(Report::heard)
                .min(Instant::compareTo)
                .orElse(asked)
                .minus(REPORT_AGE);
    }

    private void take(Map<String, Long> reported, Instant asked) {
        // After a period without answers, the time within it at which a report arrived is unknown.
        Instant known = before == null ? asked : before.plus(REPORT_AGE);
        Instant heard = known.isBefore(asked) ? known : asked;
        before = asked;
        reported.forEach((server, millis) -> last.merge(server, new Report(millis, heard, null), Report::followedBy));
        last.replaceAll((server, report) -> reported.containsKey(server) ? report : report.missing(asked));
        last.values().removeIf(report -> report.isOver(asked));
    }
}
