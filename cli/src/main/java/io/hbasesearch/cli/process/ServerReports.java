/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Up to when RegionServers have said what they have not announced. One that is silent may be dead, and one that is gone has left its
 * logs to another, which reports nothing of them at first: nothing later than the last report is covered then. For one thread.
 */
final class ServerReports {
    /** A RegionServer reports every three seconds unless it was told otherwise, and what it says may be that old. */
    private static final Duration REPORT_AGE = Duration.ofSeconds(6);

    /** Within this, another server has taken over the logs of one that is gone, and reports how far it is behind. */
    private static final Duration TAKEOVER = Duration.ofMinutes(5);

    private final Map<String, Report> last = new HashMap<>();
    /** When HBase was asked last and answered. */
    private @Nullable Instant before;

    /**
     * The last report of a server.
     *
     * @param millis by its own clock, which only tells one report from another
     * @param heard by ours, no later than it can have come
     * @param missed since when the server is gone; null while it is there
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
     * @param reported when each server reported last; empty if HBase did not say, which changes nothing
     * @param asked when HBase was asked for that
     * @return the server that counts is the one of which nothing was heard for longest
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
        // After a time without answers nobody knows when within it a report came.
        Instant known = before == null ? asked : before.plus(REPORT_AGE);
        Instant heard = known.isBefore(asked) ? known : asked;
        before = asked;
        reported.forEach((server, millis) -> last.merge(server, new Report(millis, heard, null), Report::followedBy));
        last.replaceAll((server, report) -> reported.containsKey(server) ? report : report.missing(asked));
        last.values().removeIf(report -> report.isOver(asked));
    }
}
