/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.KafkaServer;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two peers of the same RegionServers, one of which gets nowhere: the other must not notice, and it must be easy to get rid of. */
class StuckPeerIT {
    private static final Logger LOG = LoggerFactory.getLogger(StuckPeerIT.class);
    private static final Duration STUCK = Duration.ofMinutes(1).plus(Scale.of(Duration.ofMinutes(2)));
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Who waits for the stuck peer waits for as long as it is stuck, a minute at least; a busy machine takes seconds. */
    private static final long SOON_MILLIS = 45_000;

    private static final int ROWS_PER_SECOND = 300;
    private static final int VALUE_BYTES = 4_000;

    private static EndpointStand stand;

    /** A batch and the quota that all peers share are small, in HBase's own proportion of 64 to 256 MB: they fill soon. */
    @BeforeAll
    static void start() throws Exception {
        stand = new EndpointStand(
                1_024,
                Map.of(
                        "replication.source.size.capacity", Integer.toString(2 << 20),
                        "replication.total.buffer.quota", Integer.toString(8 << 20)));
    }

    @AfterAll
    static void stop() throws Exception {
        stand.close();
    }

    @Test
    void thePeerBesideOneWhoseKafkaRefusesGoesOn() throws Exception {
        otherPeerGoesOn("refusing", "127.0.0.1:1");
    }

    @Test
    void thePeerBesideOneWhoseKafkaHangsGoesOn() throws Exception {
        KafkaServer frozen = stand.newKafka("frozen");
        frozen.start();
        frozen.awaitReady(Duration.ofMinutes(1));
        frozen.pause();
        try {
            otherPeerGoesOn("hanging", frozen.bootstrapServers());
        } finally {
            frozen.resume();
        }
    }

    /** Both peers announce the same rows; what the stuck one cannot ship is far more than all may read ahead. */
    private static void otherPeerGoesOn(String name, String stuckKafka) throws Exception {
        TableName table = stand.createTable(name, stand.kafka());
        stand.addPeer(name + "_well", stand.kafka().bootstrapServers(), Map.of(), table);
        stand.addPeer(name + "_stuck", stuckKafka, Map.of(), table);
        Backlog well = new Backlog(stand, name + "_well");
        Backlog stuck = new Backlog(stand, name + "_stuck");
        try (NumberedRows rows = new NumberedRows(stand.connection(), table, ROWS_PER_SECOND, VALUE_BYTES);
                Announced announced = new Announced(stand.kafka().bootstrapServers(), EndpointStand.topic(name))) {
            // The first rows also wait for the endpoint to start.
            announced.await(0, rows.written() + 1, PATIENCE);
            Freshness freshness = new Freshness(rows, announced);
            freshness.follow(STUCK);
            well.watch(Duration.ofSeconds(1));
            stuck.watch(Duration.ofSeconds(1));
            assertThat(stuck.oldestSeconds()).as("the stuck peer's oldest edit").isGreaterThan(STUCK.toSeconds() / 2);

            rollLogs();
            long disabled = timed(() -> stand.admin().disableReplicationPeer(name + "_stuck"));
            stand.admin().enableReplicationPeer(name + "_stuck");
            long removed = timed(() -> stand.admin().removeReplicationPeer(name + "_stuck"));
            freshness.follow(Duration.ofSeconds(5));
            int total = rows.stop();
            announced.await(0, total, PATIENCE);
            well.drained(PATIENCE);
            stuck.log("the stuck peer, " + name);
            LOG.info(
                    "{}: {} rows for the other peer, the slowest {} ms after its put; the stuck one disabled in {} ms,"
                            + " removed in {} ms",
                    name,
                    total,
                    freshness.slowestMillis(),
                    disabled,
                    removed);
            assertThat(freshness.slowestMillis())
                    .as("slowest row of the other peer")
                    .isLessThan(SOON_MILLIS);
            assertThat(disabled).isLessThan(SOON_MILLIS);
            assertThat(removed).isLessThan(SOON_MILLIS);
        }
        assertThat(stand.jvm().hasSink(name + "_stuck"))
                .as("bean of the removed peer")
                .isFalse();
        stand.admin().removeReplicationPeer(name + "_well");
        stand.assertNothingAborted();
    }

    /** What would hang if an endpoint held a lock that log rolling needs. */
    private static void rollLogs() throws Exception {
        for (ServerName server : stand.admin().getRegionServers()) {
            assertThat(timed(() -> stand.admin().rollWALWriter(server))).isLessThan(SOON_MILLIS);
        }
    }

    private static long timed(Step step) throws Exception {
        long begin = System.nanoTime();
        step.run();
        return Duration.ofNanos(System.nanoTime() - begin).toMillis();
    }

    /** What a test does once. */
    private interface Step {
        void run() throws Exception;
    }
}
