/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.Site;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;

/** What waits in the write-ahead logs for a peer. One use. */
final class Backlog {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private final Site site;
    private final String peer;
    private final List<String> wrong;
    private List<PeerLag> last = List.of();
    private List<String> orphans = List.of();

    /** @param wrong where it is said if the backlog does not drain */
    Backlog(Site site, String peer, List<String> wrong) {
        this.site = site;
        this.peer = peer;
        this.wrong = wrong;
    }

    /**
     * Until nothing waits: no queue of a dead server is left, whether somebody has taken it over or not, and the others have only
     * the log in use.
     */
    void awaitDrained() {
        var config = new ServiceConfigReader(Map.of()).read(site.config()).hbase();
        try (HBaseConnections connections = new HBaseConnections(config);
                OrphanedQueues queues = new OrphanedQueues(config.zookeeper())) {
            HBasePeers peers = new HBasePeers(connections);
            Oracle.await("an empty backlog", LIMIT, () -> {
                last = peers.lag(peer);
                orphans = queues.of(peer);
                return !last.isEmpty() && last.stream().allMatch(Backlog::isDrained) && orphans.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            wrong.add(
                    "the backlog did not drain within " + LIMIT + ": " + last + ", queues of dead servers: " + orphans);
        }
    }

    private static boolean isDrained(PeerLag lag) {
        return !lag.recovered() && lag.lagMillis() == 0 && lag.queuedLogs() <= 1 && lag.running();
    }
}
