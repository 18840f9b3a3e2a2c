/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Edits that a peer leaves out, or that nobody was there for. */
class UnannouncedEditsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static EndpointStand stand;

    @BeforeAll
    static void start() throws Exception {
        stand = new EndpointStand(768, Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        stand.close();
    }

    /** With its Kafka down nothing could be shipped, so it must not be needed to get past what is not to be shipped. */
    @Test
    void familiesWithoutScopeKeepNoLogsEvenWhileKafkaIsDown() throws Exception {
        TableName table = stand.createTable("unscoped", Map.of("d", 0, "other", 0));
        stand.addPeer("unscoped", "127.0.0.1:1", Map.of(), table);
        Backlog backlog = new Backlog(stand, "unscoped");
        try (NumberedRows rows = new NumberedRows(stand.connection(), table, 1_000, 4_000)) {
            backlog.watch(Duration.ofSeconds(20));
            assertThat(rows.stop()).isGreaterThan(10_000);
        }
        backlog.drained(PATIENCE);
        backlog.log("a table without scope");
        assertThat(stand.jvm().sink("unscoped", "FailedAttemptsTotal")).isZero();
        assertThat(stand.jvm().sink("unscoped", "ShippedEventsTotal")).isZero();
        stand.admin().removeReplicationPeer("unscoped");
        stand.assertNothingAborted();
    }

    @Test
    void ofAMixedTableOnlyFamiliesWithScopeAreAnnouncedUnderLoad() throws Exception {
        byte[] local = Bytes.toBytes("local");
        TableName mixed = stand.createTable("mixed", stand.kafka(), Map.of("d", 1, "local", 0));
        stand.addPeer("mixed", stand.kafka().bootstrapServers(), Map.of(), mixed);
        try (NumberedRows rows = new NumberedRows(stand.connection(), mixed, 500, 200);
                Table table = stand.connection().getTable(mixed);
                Announced announced = new Announced(stand.kafka().bootstrapServers(), EndpointStand.topic("mixed"))) {
            for (int number = 5_000_000; number < 5_000_500; number++) {
                table.put(new Put(NumberedRows.key(number)).addColumn(local, local, local));
            }
            int total = rows.stop();
            announced.await(0, total, PATIENCE);
            new Backlog(stand, "mixed").drained(PATIENCE);
            announced.readToEnd();
            assertThat(announced.distinctRows())
                    .as("rows of the family without scope are left out")
                    .isEqualTo(total);
        }
        stand.admin().removeReplicationPeer("mixed");
        stand.assertNothingAborted();
    }

    /** HBase lets go of a removed peer's logs: edits in between are nobody's, which the commands say and verify finds. */
    @Test
    void peerReaddedUnderLoadAnnouncesEditsBeforeAndAfterTheGap() throws Exception {
        TableName table = stand.createTable("readded", stand.kafka());
        try (NumberedRows rows = new NumberedRows(stand.connection(), table, 500, 4_000);
                Announced announced = new Announced(stand.kafka().bootstrapServers(), EndpointStand.topic("readded"))) {
            for (int round = 0; round < 3; round++) {
                stand.addPeer("readded", stand.kafka().bootstrapServers(), Map.of(), table);
                int added = rows.written();
                Thread.sleep(5_000);
                int kept = rows.written();
                announced.await(added, kept, PATIENCE);
                stand.admin().removeReplicationPeer("readded");
                int removed = rows.written();
                // Several logs are begun and ended while there is no peer.
                Thread.sleep(10_000);
                assertThat(rows.written()).isGreaterThan(removed);
            }
            int total = rows.stop();
            announced.readToEnd();
            assertThat(announced.distinctRows())
                    .as("of " + total + " rows some were written without a peer")
                    .isLessThan(total);
        }
        stand.assertNothingAborted();
    }
}
