/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.servers.HBaseNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** What goes wrong in HBase, or is done to it. */
public sealed interface HBaseFault extends Fault {
    /** SIGKILL to a RegionServer: its regions move, and others take over its replication queues. */
    record RegionServerKilled(int number, Duration down) implements HBaseFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            HBaseNode server = arena.cluster().box().hbase().regionServers().get(number);
            arena.kill(server);
            Arena.hold(down);
            arena.restart(server);
            return Effect.felt(server.name() + " was dead for " + down.toSeconds() + " s");
        }
    }

    /**
     * SIGSTOP until a RegionServer's session has ended and its regions are elsewhere, where rows change; then SIGCONT: it goes on
     * as if it still had them, until it learns that it is dead, and aborts, as it must.
     */
    record RegionServerFrozen(int number, Duration beyondSession) implements HBaseFault {
        private static final Duration END = Duration.ofMinutes(2);

        @Override
        public Effect strike(Arena arena) throws Exception {
            HBaseNode server = arena.cluster().box().hbase().regionServers().get(number);
            arena.cluster().freezing().lock();
            try (Admin admin = arena.cluster().connection().getAdmin()) {
                ServerName name = nameOf(server, admin);
                if (!server.pause()) {
                    throw new IllegalStateException(server.name() + " could not be frozen");
                }
                try {
                    Arena.await("another server for its regions", () -> isReplaced(arena, admin, name));
                    Arena.hold(beyondSession);
                } finally {
                    arena.cluster().box().expectAbort(name.toString());
                    server.resume();
                }
            } finally {
                arena.cluster().freezing().unlock();
            }
            boolean byItself = ends(server);
            if (!byItself) {
                server.kill();
            }
            arena.restart(server);
            return Effect.felt(server.name() + " went on " + beyondSession.toSeconds()
                    + " s after others had its regions, and " + (byItself ? "aborted" : "had to be killed"));
        }

        private static ServerName nameOf(HBaseNode server, Admin admin) throws IOException {
            return admin.getRegionServers().stream()
                    .filter(name -> name.getPort() == server.port())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(server.name() + " is not in the cluster"));
        }

        private static boolean isReplaced(Arena arena, Admin admin, ServerName name) throws IOException {
            if (admin.getRegionServers().contains(name)) {
                return false;
            }
            arena.cluster().connection().clearRegionLocationCache();
            try (RegionLocator locator = arena.cluster().connection().getRegionLocator(arena.table())) {
                return locator.getAllRegionLocations().stream()
                        .allMatch(location -> location.getServerName() != null
                                && !location.getServerName().equals(name));
            }
        }

        private static boolean ends(HBaseNode server) {
            try {
                Awaitility.await().atMost(END).until(() -> !server.isRunning());
                return true;
            } catch (ConditionTimeoutException e) {
                return false;
            }
        }
    }

    /** Every region of the table moves to another server, so that two queues carry edits of one row at once. */
    record RegionsMoved() implements HBaseFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            return Effect.felt(untilSome("regions moved", () -> move(arena)));
        }

        private static int move(Arena arena) throws IOException, InterruptedException {
            int moved = 0;
            try (Admin admin = arena.cluster().connection().getAdmin();
                    RegionLocator locator = arena.cluster().connection().getRegionLocator(arena.table())) {
                List<ServerName> live = new ArrayList<>(admin.getRegionServers());
                for (var location : locator.getAllRegionLocations()) {
                    int current = live.indexOf(location.getServerName());
                    ServerName other = live.get((current + 1) % live.size());
                    // A region that another fault moves at this moment stays where it is.
                    moved += attempt(() -> admin.move(location.getRegion().getEncodedNameAsBytes(), other));
                }
            }
            return moved;
        }
    }

    /** A region is divided. */
    record RegionSplit() implements HBaseFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            return Effect.felt(untilSome("region split", () -> split(arena)));
        }

        private static int split(Arena arena) throws IOException, InterruptedException {
            try (Admin admin = arena.cluster().connection().getAdmin()) {
                List<RegionInfo> regions = admin.getRegions(arena.table());
                int split = 0;
                for (int i = regions.size() - 1; i >= 0 && split == 0; i--) {
                    RegionInfo region = regions.get(i);
                    split += attempt(() -> admin.splitRegionAsync(region.getRegionName(), middle(region))
                            .get(1, TimeUnit.MINUTES));
                }
                return split;
            }
        }

        private static byte[] middle(RegionInfo region) {
            int from = region.getStartKey().length == 0 ? 0 : region.getStartKey()[0] & 0xFF;
            int to = region.getEndKey().length == 0 ? 256 : region.getEndKey()[0] & 0xFF;
            return new byte[] {(byte) ((from + to) / 2)};
        }
    }

    /** Two neighbours become one. */
    record RegionsMerged() implements HBaseFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            return Effect.felt(untilSome("pair of regions merged", () -> merge(arena)));
        }

        private static int merge(Arena arena) throws IOException, InterruptedException {
            try (Admin admin = arena.cluster().connection().getAdmin()) {
                List<RegionInfo> regions = admin.getRegions(arena.table());
                int merged = 0;
                for (int i = 0; i + 1 < regions.size() && merged == 0; i++) {
                    byte[][] both = {
                        regions.get(i).getRegionName(), regions.get(i + 1).getRegionName()
                    };
                    merged += attempt(() -> admin.mergeRegionsAsync(both, false).get(1, TimeUnit.MINUTES));
                }
                return merged;
            }
        }
    }

    /** SIGKILL to the master that leads: the other one takes over. */
    record MasterFailover(Duration down) implements HBaseFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            try (Admin admin = arena.cluster().connection().getAdmin()) {
                int port = admin.getMaster().getPort();
                HBaseNode active = arena.cluster().box().hbase().masters().stream()
                        .filter(master -> master.port() == port)
                        .findFirst()
                        .orElseThrow();
                arena.kill(active);
                Arena.hold(down);
                Arena.await("another master", () -> activePort(admin) != port);
                arena.restart(active);
                return Effect.felt(active.name() + " was killed and the other leads");
            }
        }

        private static int activePort(Admin admin) {
            try {
                return admin.getMaster().getPort();
            } catch (IOException e) {
                throw new IllegalStateException("there is no master", e);
            }
        }
    }

    /** Nothing is announced, and write-ahead logs pile up. */
    record PeerDisabled(Duration duration) implements HBaseFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            try (Admin admin = arena.cluster().connection().getAdmin()) {
                admin.disableReplicationPeer(arena.peer());
                try {
                    Arena.hold(duration);
                } finally {
                    admin.enableReplicationPeer(arena.peer());
                }
            }
            return Effect.felt("disabled for " + duration.toSeconds() + " s");
        }
    }

    /** Something that HBase may refuse because of what else happens to the same region. */
    interface Step {
        void run() throws IOException, ExecutionException, TimeoutException, InterruptedException;
    }

    private static int attempt(Step step) throws InterruptedException {
        try {
            step.run();
            return 1;
        } catch (IOException | ExecutionException | TimeoutException e) {
            return 0;
        }
    }

    /** Something that is done to as many regions as let it be done to them. */
    interface Round {
        int run() throws IOException, InterruptedException;
    }

    /** Regions that are still on their way after another fault refuse everything. */
    private static String untilSome(String what, Round round) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int count = round.run();
        while (count == 0) {
            if (System.nanoTime() - begin > Arena.RECOVERY.toNanos()) {
                throw new IllegalStateException("no " + what + ": HBase refused every one");
            }
            Arena.hold(Duration.ofSeconds(2));
            count = round.run();
        }
        return count + " " + what;
    }
}
