/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.KeeperException;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.ZooKeeper;

/**
 * Replication queues of RegionServers that are dead, as HBase keeps them in ZooKeeper. No server reports them, as none has taken
 * them over. For one thread. Owns a ZooKeeper client.
 */
final class OrphanedQueues implements AutoCloseable {
    private static final String QUEUES = "/hbase/replication/rs";
    private static final String LIVE = "/hbase/rs";
    private static final int SESSION_MILLIS = 30_000;
    private final ZooKeeper zooKeeper;

    /** @param quorum as HBase's clients are told it */
    OrphanedQueues(String quorum) {
        try {
            zooKeeper = new ZooKeeper(quorum, SESSION_MILLIS, event -> {});
        } catch (IOException e) {
            throw new UncheckedIOException("ZooKeeper at " + quorum + " cannot be reached", e);
        }
    }

    /** Each as the name of the dead server and of its queue. */
    List<String> of(String peer) {
        try {
            Set<String> live = new HashSet<>(zooKeeper.getChildren(LIVE, false));
            List<String> orphans = new ArrayList<>();
            for (String server : zooKeeper.getChildren(QUEUES, false)) {
                if (!live.contains(server)) {
                    queues(server).stream()
                            .filter(queue -> queue.equals(peer) || queue.startsWith(peer + "-"))
                            .forEach(queue -> orphans.add(server + " has " + queue));
                }
            }
            return orphans;
        } catch (KeeperException e) {
            return List.of("unknown: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private List<String> queues(String server) throws KeeperException, InterruptedException {
        try {
            return zooKeeper.getChildren(QUEUES + "/" + server, false);
        } catch (KeeperException.NoNodeException e) {
            // Taken over just now.
            return List.of();
        }
    }

    @Override
    public void close() {
        try {
            zooKeeper.close(SESSION_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
